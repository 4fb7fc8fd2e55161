/** Files larger than this may be held back until there is Wi-Fi, in bytes: most compressed photos are smaller. */
export const LARGE_UPLOAD_BYTES = 300_000

/**
 * The type of connection, as the browser reports it. `unknown`: it does not report it (all but Chromium on phones).
 */
export type ConnectionType = 'cellular' | 'free' | 'unknown'

export type NetworkConnection = {
  readonly kind: ConnectionType
  /** The person turned on the phone's data saver. */
  readonly savesData: boolean
}

/** The connection as the Network Information API describes it; `undefined` where a browser has none. */
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
 * Smallest and largest chunk of a file in one request, and the one to start with on an unknown connection, in bytes.
 * At 50 kbit/s they take three, forty and six seconds.
 */
export const CHUNK_BYTES = { min: 16 * 1024, initial: 32 * 1024, max: 256 * 1024 } as const

const QUICK_MS = 1_000
const SLOW_MS = 4_000
/** The next turn within this time counts as the same connection; after a longer time the phone may be elsewhere. */
const SAME_CONNECTION_MS = 60_000

/** The last chunk size that the connection allowed, in bytes, when (milliseconds), and on what type of connection. */
export type KnownChunkSize = { readonly bytes: number; readonly at: number; readonly kind: ConnectionType }

/**
 * The size of the next chunk after one took so long: about a second or two on any connection, because an invoice
 * written meanwhile waits for the chunk that is under way. `sent` is the size of that chunk: the last one of a file
 * is shorter, and its quick arrival says nothing about longer ones.
 */
export function nextChunkSize(size: number, tookMs: number, sent: number = size): number {
  if (tookMs < QUICK_MS) return sent < size ? size : Math.min(CHUNK_BYTES.max, size * 2)
  return tookMs > SLOW_MS ? Math.max(CHUNK_BYTES.min, Math.floor(size / 2)) : size
}

/** The size after a chunk that did not arrive: an immediate loss says nothing about the speed of the connection. */
export function chunkSizeAfterLoss(size: number, tookMs: number): number {
  return tookMs > SLOW_MS ? CHUNK_BYTES.min : size
}

/**
 * The size of the first chunk of a turn, in bytes. A slow connection starts small, however long ago it was measured.
 * A fast one counts only while the phone is surely on the same connection: on another one a large chunk would delay a
 * sale by forty seconds, whereas the right size is found again in a second.
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

/** Whether to store a chunk size in place of the known one, so that the next turn starts with it. */
export function isNewChunkSize(known: KnownChunkSize | undefined, chunkSize: KnownChunkSize): boolean {
  if (known?.bytes !== chunkSize.bytes) return true
  return initialChunkSize(known, chunkSize.kind, chunkSize.at + SAME_CONNECTION_MS / 2) !== chunkSize.bytes
}
