import * as v from 'valibot'
import { BackupError } from './backup-error.ts'

/** A file or folder of the backup, named from the data folder with `/`. */
export type ArchiveEntry = {
  readonly path: string
  readonly kind: 'file' | 'folder'
  /** Permission bits. */
  readonly mode: number
}

/** One thing after the other: an entry, then, when it is a file, its bytes in chunks. */
export type ArchiveItem = ArchiveEntry | Uint8Array

const ENTRY = 1
const BYTES = 2
const END = 3
const FRAME_HEAD = 5
const MAX_FRAME = 8 * 1024 * 1024

/** No way out of the folder it is unpacked into, on any system. */
const SAFE_PATH = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[^/\\:\0][^\\:\0]*$/

const entrySchema = v.object({
  path: v.pipe(v.string(), v.regex(SAFE_PATH), v.maxLength(1000)),
  kind: v.picklist(['file', 'folder']),
  mode: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(0o777)),
})
const endSchema = v.object({ entries: v.number(), bytes: v.number() })

/**
 * Our own container, because a file of a running database may grow or shrink while it is read and tar wants
 * its size beforehand. Frames of a kind (1 byte), a length (4 bytes, big endian) and a body: an entry as
 * JSON, a chunk of the last entry's content, or the end with the counts of both.
 */
export async function* packArchive(items: AsyncIterable<ArchiveItem>): AsyncGenerator<Buffer> {
  let entries = 0
  let bytes = 0
  for await (const item of items) {
    if (item instanceof Uint8Array) {
      bytes += item.length
      yield frame(BYTES, item)
    } else {
      entries += 1
      yield frame(ENTRY, Buffer.from(JSON.stringify(v.parse(entrySchema, item)), 'utf8'))
    }
  }
  yield frame(END, Buffer.from(JSON.stringify({ entries, bytes }), 'utf8'))
}

/** The items of a packed archive. Throws `BACKUP_DAMAGED` when it is not whole. */
export async function* unpackArchive(source: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveItem> {
  const seen = { entries: 0, bytes: 0 }
  let ended = false
  for await (const { kind, body } of frames(source)) {
    if (ended) throw damaged()
    if (kind === ENTRY) {
      seen.entries += 1
      yield read(entrySchema, body)
    } else if (kind === BYTES && seen.entries > 0) {
      seen.bytes += body.length
      yield body
    } else if (kind === END) {
      const end = read(endSchema, body)
      if (end.entries !== seen.entries || end.bytes !== seen.bytes) throw damaged()
      ended = true
    } else throw damaged()
  }
  if (!ended) throw damaged()
}

function frame(kind: number, body: Uint8Array): Buffer {
  const head = Buffer.alloc(FRAME_HEAD)
  head.writeUInt8(kind)
  head.writeUInt32BE(body.length, 1)
  return Buffer.concat([head, body])
}

async function* frames(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ readonly kind: number; readonly body: Buffer }> {
  let buffered: Buffer = Buffer.alloc(0)
  for await (const part of source) {
    buffered = buffered.length === 0 ? Buffer.from(part) : Buffer.concat([buffered, part])
    let at = 0
    while (buffered.length - at >= FRAME_HEAD) {
      const length = buffered.readUInt32BE(at + 1)
      if (length > MAX_FRAME) throw damaged()
      if (buffered.length - at < FRAME_HEAD + length) break
      const body = buffered.subarray(at + FRAME_HEAD, at + FRAME_HEAD + length)
      yield { kind: buffered.readUInt8(at), body }
      at += FRAME_HEAD + length
    }
    buffered = buffered.subarray(at)
  }
  if (buffered.length > 0) throw damaged()
}

function read<Schema extends v.GenericSchema>(schema: Schema, body: Buffer): v.InferOutput<Schema> {
  let json: unknown
  try {
    json = JSON.parse(body.toString('utf8'))
  } catch {
    throw damaged()
  }
  const parsed = v.safeParse(schema, json)
  if (!parsed.success) throw damaged()
  return parsed.output
}

function damaged(): BackupError {
  return new BackupError('BACKUP_DAMAGED', 'The content of the backup cannot be read. Use another one.')
}
