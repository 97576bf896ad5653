# Checks the signature vectors with Ruby's OpenSSL::HMAC. See check-signatures.sh.
require 'json'
require 'openssl'

def body_of(body)
  return [body['hex']].pack('H*') if body.key?('hex')

  parts = body['parts'] || [{ 'text' => body['text'], 'times' => 1 }]
  parts.map { |part| part['text'].b * part['times'] }.join
end

judged = made = wrong = 0
vectors = JSON.parse(File.read(ARGV[0], encoding: 'UTF-8'))
vectors.each do |vector|
  next if %w[missing_signature malformed_signature].include?(vector['expect'])

  pairs = vector['header'].split(',').map { |pair| pair.split('=', 2) }
  fields = pairs.to_h
  message = "#{fields['t']}.#{fields['nonce']}.".b + body_of(vector['body'] || vectors[0]['body'])
  sent = pairs.select { |key, _| key == 'v1' }.map(&:last)
  own = vector['secrets'].map { |secret| OpenSSL::HMAC.hexdigest('SHA256', secret.b, message) }
  judged += 1
  made += own.length
  next if (sent & own).any? == (vector['expect'] != 'signature_mismatch')

  wrong += 1
  warn "wrong: #{vector['name']}"
end
puts "#{judged} #{made} #{wrong}"
