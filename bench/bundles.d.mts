import type { BuildOptions } from 'esbuild';

/** A bundle with a size limit; with `beside`, the limit applies to the size that it adds to that bundle. */
interface LimitedBundle {
  readonly name: string;
  readonly limitKiB: number;
  readonly code: string;
  readonly beside?: string;
}

export declare const BUNDLES: readonly LimitedBundle[];
export declare const PACK_BUNDLES: readonly LimitedBundle[];
export declare const WHOLE_COMPLETE: LimitedBundle;
export declare function bundle(code: string, folder: string, options?: BuildOptions): Promise<string>;
export declare function gzipBytes(text: string): number;
export declare function kibOf(of: Pick<LimitedBundle, 'code' | 'beside'>, folder: string): Promise<number>;
