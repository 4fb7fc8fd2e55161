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

/**
 * Smallest and largest piece of a file in one request, and the one with which a line is tried of which nothing is
 * known, in bytes. At 50 kbit/s they take three, forty and six seconds.
 */
export const PIECE_BYTES = { least: 16 * 1024, first: 32 * 1024, most: 256 * 1024 } as const

const QUICK_MS = 1_000
const SLOW_MS = 4_000
/** A turn of sending follows on the one before within this time; after a longer one the phone may be elsewhere. */
const SAME_PLACE_MS = 60_000

/** What pieces the line carried last: their size in bytes, when (milliseconds), and on what kind of line. */
export type FilePace = { readonly bytes: number; readonly at: number; readonly kind: LineKind }

/**
 * The size of the next piece after one took so long: about a second or two on any line, since an invoice written
 * meanwhile waits for the piece that is under way and for no other. `sent` is what it carried: the last piece of a file
 * is shorter, and that one soon arrived says nothing about longer ones.
 */
export function nextPieceBytes(size: number, tookMs: number, sent: number = size): number {
  if (tookMs < QUICK_MS) return sent < size ? size : Math.min(PIECE_BYTES.most, size * 2)
  return tookMs > SLOW_MS ? Math.max(PIECE_BYTES.least, Math.floor(size / 2)) : size
}

/** The size after a piece that did not arrive: one that was lost at once says nothing about how fast the line is. */
export function pieceBytesAfterLoss(size: number, tookMs: number): number {
  return tookMs > SLOW_MS ? PIECE_BYTES.least : size
}

/**
 * The size of the first piece of a turn, in bytes. What was slow begins small, whenever that was. What was fast counts
 * for as long as the phone is surely on the same line: a large piece would hold a sale up for forty seconds where it is
 * not, and the right size is found again in a second where it is.
 */
export function firstPieceBytes(known: FilePace | undefined, kind: LineKind, now: number): number {
  if (!known) return PIECE_BYTES.first
  const same = known.kind === kind && now >= known.at && now - known.at <= SAME_PLACE_MS
  return same ? known.bytes : Math.min(known.bytes, PIECE_BYTES.first)
}

/** Whether a pace is to be kept in place of the one that is known, so that the next turn begins with it. */
export function isNewPace(known: FilePace | undefined, pace: FilePace): boolean {
  if (known?.bytes !== pace.bytes) return true
  return firstPieceBytes(known, pace.kind, pace.at + SAME_PLACE_MS / 2) !== pace.bytes
}
