/** Files larger than this may be held back until there is Wi-Fi, in bytes: most squeezed photos stay below it. */
export const LARGE_UPLOAD_BYTES = 300_000

/**
 * The type of connection, as the browser reports it. `unknown`: it does not report it (all but Chromium on phones).
 */
export type ConnectionType = 'cellular' | 'free' | 'unknown'

export type NetworkConnection = {
  readonly kind: ConnectionType
  /** The person asked the phone itself to save data. */
  readonly savesData: boolean
}

/** The line as the Network Information API describes it; `undefined` where a browser has none. */
export function readConnection(
  connection: { readonly type?: string | undefined; readonly saveData?: boolean | undefined } | undefined,
): NetworkConnection {
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
 * Whether a file may be sent now. A large file is held back only if the person chose Wi-Fi only, did not send it
 * anyway, and the connection is known to be cellular or to save data: held back on an unknown connection, a file might
 * never be sent.
 */
export function mayUpload(
  file: { readonly size: number; readonly sendAnyway?: boolean | undefined },
  connection: NetworkConnection,
  largeOnWifiOnly: boolean,
): boolean {
  if (!largeOnWifiOnly || file.sendAnyway === true || file.size <= LARGE_UPLOAD_BYTES) return true
  return connection.kind !== 'cellular' && !connection.savesData
}

/**
 * Smallest and largest piece of a file in one request, and the one with which a line is tried of which nothing is
 * known, in bytes. At 50 kbit/s they take three, forty and six seconds.
 */
export const CHUNK_BYTES = { min: 16 * 1024, initial: 32 * 1024, max: 256 * 1024 } as const

const QUICK_MS = 1_000
const SLOW_MS = 4_000
/** A turn of sending follows on the one before within this time; after a longer one the phone may be elsewhere. */
const SAME_CONNECTION_MS = 60_000

/** What pieces the line carried last: their size in bytes, when (milliseconds), and on what kind of line. */
export type KnownChunkSize = { readonly bytes: number; readonly at: number; readonly kind: ConnectionType }

/**
 * The size of the next piece after one took so long: about a second or two on any line, since an invoice written
 * meanwhile waits for the piece that is under way and for no other. `sent` is what it carried: the last piece of a file
 * is shorter, and that one soon arrived says nothing about longer ones.
 */
export function nextChunkSize(size: number, tookMs: number, sent: number = size): number {
  if (tookMs < QUICK_MS) return sent < size ? size : Math.min(CHUNK_BYTES.max, size * 2)
  return tookMs > SLOW_MS ? Math.max(CHUNK_BYTES.min, Math.floor(size / 2)) : size
}

/** The size after a piece that did not arrive: one that was lost at once says nothing about how fast the line is. */
export function chunkSizeAfterLoss(size: number, tookMs: number): number {
  return tookMs > SLOW_MS ? CHUNK_BYTES.min : size
}

/**
 * The size of the first piece of a turn, in bytes. What was slow begins small, whenever that was. What was fast counts
 * for as long as the phone is surely on the same line: a large piece would hold a sale up for forty seconds where it is
 * not, and the right size is found again in a second where it is.
 */
export function initialChunkSize(
  known: KnownChunkSize | undefined,
  kind: ConnectionType,
  now: number,
): number {
  if (!known) return CHUNK_BYTES.initial
  const same = known.kind === kind && now >= known.at && now - known.at <= SAME_CONNECTION_MS
  return same ? known.bytes : Math.min(known.bytes, CHUNK_BYTES.initial)
}

/** Whether a pace is to be kept in place of the one that is known, so that the next turn begins with it. */
export function isNewChunkSize(known: KnownChunkSize | undefined, chunkSize: KnownChunkSize): boolean {
  if (known?.bytes !== chunkSize.bytes) return true
  return initialChunkSize(known, chunkSize.kind, chunkSize.at + SAME_CONNECTION_MS / 2) !== chunkSize.bytes
}
