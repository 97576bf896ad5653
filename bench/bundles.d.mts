import type { BuildOptions } from 'esbuild';

export declare const BUNDLES: readonly { name: string; limitKiB: number; code: string }[];
export declare const PACK_BUNDLES: readonly { name: string; limitKiB: number; code: string }[];
export declare const WHOLE_COMPLETE: { name: string; limitKiB: number; code: string };
export declare function bundle(code: string, folder: string, options?: BuildOptions): Promise<string>;
export declare function gzipBytes(text: string): number;
