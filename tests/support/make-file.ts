import { createHash } from 'node:crypto'
import type { EndpointInput } from '#contract/endpoints.ts'

/** A file for tests, by its first bytes and its length. */
export type TestFile = { readonly sha256: string; readonly size: number; readonly content: Buffer }

const HEADS = {
  pdf: '%PDF-1.7\n',
  jpeg: '\u00ff\u00d8\u00ff\u00e0',
  png: '\u0089PNG\r\n\u001a\n',
  exe: 'MZ\u0090\u0000',
}

/** Something that is a file of a kind by its first bytes; `word` makes it different from others. */
export function makeFile(kind: keyof typeof HEADS, text: string, size = 600): TestFile {
  const head = Buffer.from(HEADS[kind] + text, 'latin1')
  const content = Buffer.alloc(size, head)
  return { content, size, sha256: createHash('sha256').update(content).digest('hex') }
}

/** A chunk of it as a phone sends it. */
export function chunkOf(file: TestFile, offset = 0, length = file.size): EndpointInput<'files.send-piece'> {
  const bytes = file.content.subarray(offset, offset + length).toString('base64')
  return { sha256: file.sha256, size: file.size, offset, bytes }
}
