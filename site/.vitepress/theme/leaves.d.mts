export function leaves(to: string): boolean;
