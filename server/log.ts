import type { Clock, Log } from './ports/system.ts'

/** Names whose values never reach a log, at any depth. */
const SECRET_NAME =
  /password|passphrase|secret|token|authorization|cookie|jwt|private_?key|risiti_key|signature|connection_?string|database_?url|smtp_?url|otp|sealed|encrypted|ciphertext|pfx/i
const MASK = '***'

/**
 * Secrets inside texts: passwords of addresses, bearer tokens, tokens of ours, sealed secrets. No repetition is
 * without a bound: strangers choose what is logged, and a text made for it would keep the processor busy.
 */
const SECRET_TEXTS: readonly [RegExp, string][] = [
  [/(\w{1,20}:\/\/[^\s:/@]{0,100}:)[^\s@]{1,200}@/g, `$1${MASK}@`],
  [/\b(Bearer|Basic)\s{1,10}[\w.~+/=-]+/gi, `$1 ${MASK}`],
  [/\beyJ[\w-]{1,200}\.[\w-]{1,5000}\.[\w-]*/g, MASK],
  [/\bs1\.[0-9a-f]{8}\.[\w-]+/g, MASK],
  [/-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----[\s\S]{0,4000}?-----END [A-Z ]{0,20}PRIVATE KEY-----/g, MASK],
]
const MAX_DEPTH = 6

/** Gives a log that writes one JSON line per event, with the time and without secrets. */
export function createLog(clock: Clock, write: (line: string) => void): Log {
  return (event) => {
    const at = new Date(clock.now()).toISOString()
    write(`${JSON.stringify({ at, ...maskRecord(event, 0) })}\n`)
  }
}

function maskRecord(record: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      SECRET_NAME.test(name) && value !== null && value !== undefined ? MASK : mask(value, depth + 1),
    ]),
  )
}

function mask(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return maskText(value)
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > MAX_DEPTH) return '…'
  if (value instanceof Error) return maskError(value, depth)
  if (Array.isArray(value)) return value.map((item) => mask(item, depth + 1))
  return maskRecord(value, depth)
}

function maskError(error: Error, depth: number): Record<string, unknown> {
  const { name, message, stack, cause } = error
  return {
    name,
    message: maskText(message),
    ...('code' in error ? { code: mask(error.code, depth + 1) } : {}),
    ...(stack === undefined ? {} : { stack: maskText(stack) }),
    ...(cause === undefined ? {} : { cause: mask(cause, depth + 1) }),
  }
}

function maskText(text: string): string {
  return SECRET_TEXTS.reduce((masked, [pattern, by]) => masked.replace(pattern, by), text)
}
