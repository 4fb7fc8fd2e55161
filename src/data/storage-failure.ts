/** Why this phone could not store something. Both have texts in both languages. */
export type StorageCode = 'DEVICE_STORAGE_FULL' | 'DEVICE_STORAGE_BROKEN'

/** Thrown when IndexedDB refused. Nothing of the request has been stored. */
export class DeviceStorageFailure extends Error {
  readonly code: StorageCode

  constructor(code: StorageCode, cause: unknown) {
    super(code, { cause })
    this.name = 'DeviceStorageFailure'
    this.code = code
  }
}

const MAX_DEPTH = 5

function namesFrom(error: unknown, depth: number): string[] {
  if (depth === MAX_DEPTH || !(error instanceof Error)) return []
  const wrapped = 'inner' in error ? error.inner : error.cause
  const failed: readonly unknown[] =
    'failures' in error && Array.isArray(error.failures) ? error.failures : []
  return [error.name, ...[wrapped, ...failed].flatMap((below) => namesFrom(below, depth + 1))]
}

/**
 * The names of an error and of all its causes: Dexie wraps what the browser threw, sometimes twice, and for a bulk
 * write (`BulkError`) it lists each failure.
 */
export function errorNames(error: unknown): string[] {
  return namesFrom(error, 0)
}

/** Over quota, the browser aborts the transaction after every request in it succeeded. */
export function isStorageFull(error: unknown): boolean {
  return errorNames(error).includes('QuotaExceededError')
}

/** Failures of the connection, which a new connection resolves. All browsers drop connections of a running page. */
const LOST_CONNECTION = new Set([
  'InvalidStateError',
  'UnknownError',
  'DatabaseClosedError',
  'OpenFailedError',
  'TimeoutError',
  'TransactionInactiveError',
])

const STORAGE_ERRORS = new Set([
  ...LOST_CONNECTION,
  'AbortError',
  'QuotaExceededError',
  'MissingAPIError',
  'MissingApiError',
  'NotFoundError',
  'VersionError',
  'UpgradeError',
  'DataCloneError',
  'InternalError',
  'SecurityError',
])

export function isLostConnection(error: unknown): boolean {
  return !isStorageFull(error) && errorNames(error).some((name) => LOST_CONNECTION.has(name))
}

/** Whether an error came from the browser's storage rather than from a mistake of ours. */
export function isStorageError(error: unknown): boolean {
  return errorNames(error).some((name) => STORAGE_ERRORS.has(name))
}
