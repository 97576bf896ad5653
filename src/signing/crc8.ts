const POLYNOMIAL = 0x07;

/** The CRC-8 of the UTF-8 bytes of a text, three digits: polynomial 07, initial value 0, as TicketBAI defines it. */
export function crc8(text: string): string {
  let crc = 0;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x80) === 0 ? crc << 1 : ((crc << 1) ^ POLYNOMIAL) & 0xff;
  }
  return String(crc).padStart(3, '0');
}
