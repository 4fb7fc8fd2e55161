import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Time-based one-time codes (RFC 6238) as every authenticator app makes them: SHA-1, 30 seconds, 6 digits. */
const STEP_MS = 30_000
const DIGITS = 6
/** Steps before and after now that count: a phone's clock is rarely exact. */
const TOLERANCE = 1

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes as base32 without padding (RFC 4648), the form in which people copy a secret. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** A new secret of 160 bits, as hexadecimal text. */
export function makeTimeSecret(): string {
  return randomBytes(20).toString('hex')
}

export function stepAt(nowMs: number): number {
  return Math.floor(nowMs / STEP_MS)
}

/** The code of one time step; `secret` is hexadecimal. */
export function timeCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', Buffer.from(secret, 'hex')).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The time step of a code that is good at `nowMs` and later than `lastStep`; `undefined` for any other code. */
export function acceptedStep(
  secret: string,
  code: string,
  { nowMs, lastStep }: { readonly nowMs: number; readonly lastStep: number },
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const now = stepAt(nowMs)
  let accepted: number | undefined
  // All are compared: how long it takes must not say which one was right.
  for (let step = now - TOLERANCE; step <= now + TOLERANCE; step += 1) {
    const isSame = timingSafeEqual(Buffer.from(timeCode(secret, step)), Buffer.from(code))
    if (isSame && step > lastStep) accepted = step
  }
  return accepted
}

/** A recovery code of 60 random bits, in three groups that are easy to write down. */
export function makeRecoveryCode(): string {
  const letters = base32(randomBytes(8)).slice(0, 12)
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

/** What is stored of a recovery code, however a person types it. */
export function hashRecoveryCode(userId: string, code: string): string {
  const plain = code.toUpperCase().replace(/[^A-Z2-7]/g, '')
  return createHash('sha256').update(`${userId}:${plain}`).digest('hex')
}
