export const isPacked: boolean;
