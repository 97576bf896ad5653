export function makeLive(): void;
