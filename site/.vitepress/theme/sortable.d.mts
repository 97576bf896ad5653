export function makeSortable(): void;
