/** Files larger than this may be held back until there is Wi-Fi, in bytes: most squeezed photos stay below it. */
export const LARGE_UPLOAD_BYTES = 300_000

/** What the browser says about the line. `unknown`: it does not tell (all but Chromium on phones). */
export type LineKind = 'cellular' | 'free' | 'unknown'

export type Line = {
  readonly kind: LineKind
  /** The person asked the phone itself to save data. */
  readonly savesData: boolean
}

/** The line as the Network Information API describes it; `undefined` where a browser has none. */
export function readLine(
  connection: { readonly type?: string | undefined; readonly saveData?: boolean | undefined } | undefined,
): Line {
  const savesData = connection?.saveData === true
  switch (connection?.type) {
    case 'cellular':
    case 'wimax':
      return { kind: 'cellular', savesData }
    case 'wifi':
    case 'ethernet':
      return { kind: 'free', savesData }
    default:
      return { kind: 'unknown', savesData }
  }
}

/**
 * Whether a file may go out now. Nothing is held unless the person wished it, nor what they sent anyway, nor on a line
 * nobody knows: what is held for ever helps nobody.
 */
export function mayUpload(
  file: { readonly size: number; readonly sendAnyway?: boolean | undefined },
  line: Line,
  holdsLarge: boolean,
): boolean {
  if (!holdsLarge || file.sendAnyway === true || file.size <= LARGE_UPLOAD_BYTES) return true
  return line.kind !== 'cellular' && !line.savesData
}

/** Smallest and largest piece of a file in one request, in bytes. */
export const PIECE_BYTES = { least: 32 * 1024, most: 256 * 1024 } as const

const QUICK_MS = 1_000
const SLOW_MS = 4_000

/**
 * The size of the next piece after one took so long: about a second or two on any line, since an invoice written
 * meanwhile waits for the piece that is under way and for no other.
 */
export function nextPieceBytes(size: number, tookMs: number): number {
  if (tookMs < QUICK_MS) return Math.min(PIECE_BYTES.most, size * 2)
  return tookMs > SLOW_MS ? Math.max(PIECE_BYTES.least, Math.floor(size / 2)) : size
}
