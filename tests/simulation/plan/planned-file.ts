import { createHash } from 'node:crypto'
import type { FileType } from '#domain/files/validate-file.ts'
import type { Plan, PlannedFile } from './plan.ts'

/** By its first bytes the server and the phone know what a file is. */
const HEADS: Readonly<Record<FileType, string>> = {
  'image/jpeg': 'ffd8ffe0',
  'image/png': '89504e470d0a1a0a',
  'application/pdf': '255044462d312e37',
}

/** The content of a planned file: the same for ever. */
export function contentOf({ word, size, type }: PlannedFile): Uint8Array<ArrayBuffer> {
  const content = new Uint8Array(createHash('shake256', { outputLength: size }).update(word).digest())
  content.set(Buffer.from(HEADS[type], 'hex').subarray(0, size))
  return content
}

/** Lower-case hexadecimal SHA-256 of bytes. */
export function hashOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Every file attached in a plan, by its hash. */
export function filesOfPlan({ doings }: Plan): ReadonlyMap<string, PlannedFile> {
  const files = doings.flatMap((doing) => (doing.kind === 'attach files' ? doing.files : []))
  return new Map(files.map((file) => [hashOf(contentOf(file)), file]))
}
