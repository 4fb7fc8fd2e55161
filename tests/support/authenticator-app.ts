import { stepAt, timeCode } from '#server/security/time-codes.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an authenticator app shows at a moment for the key that was typed into it. */
export function appCode(key: string, nowMs: number): string {
  const bits = key.replace(/./g, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  return timeCode(Buffer.from(bytes).toString('hex'), stepAt(nowMs))
}
