import { createHash } from 'node:crypto'

/** SHA-256 in lower-case hex. */
export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
