import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type ArchiveItem, unpackArchive } from './archive.ts'
import { BackupError } from './backup-error.ts'
import {
  type BackupHeader,
  headLength,
  type KeyedHeader,
  MAX_HEADER_BYTES,
  readHeader,
  unlockHeader,
} from './backup-header.ts'
import { decryptChunks } from './encrypted-chunks.ts'

/** Reads what a backup says about itself without its passphrase. */
export async function readBackupHeader(file: string): Promise<BackupHeader> {
  return readHeader(await readHead(file))
}

/**
 * Reads a backup to its end and gives each item to `take` once it is verified. Items given before an error
 * are correct but not complete: use none of them until this returns. Throws a `BackupError` that says what is
 * wrong.
 */
export async function readBackup(
  file: string,
  passphrase: string,
  consume: (items: AsyncIterable<ArchiveItem>) => Promise<void>,
): Promise<BackupHeader> {
  const head = await unlockHeader(await readHead(file), passphrase)
  let chunkError: unknown
  async function* chunks(): AsyncGenerator<Buffer> {
    try {
      yield* decryptChunks(head, createReadStream(file, { start: head.bytes.length }))
    } catch (error) {
      // The unpacking steps see only that the stream ended early; this is why.
      chunkError = error
      throw error
    }
  }
  try {
    await pipeline(chunks, createGunzip(), (source: AsyncIterable<Buffer>) => consume(unpackArchive(source)))
  } catch (error) {
    throw chunkError ?? error
  }
  return head.header
}

/** Proves that a backup is whole and can be opened with a passphrase. */
export async function checkBackup(file: string, passphrase: string): Promise<BackupHeader> {
  return await readBackup(file, passphrase, async (items) => {
    for await (const _ of items);
  })
}

async function readHead(file: string): Promise<KeyedHeader['bytes']> {
  const handle = await open(file, 'r')
  try {
    const start = Buffer.alloc(MAX_HEADER_BYTES + 256)
    const { bytesRead } = await handle.read(start, 0, start.length, 0)
    const length = headLength(start.subarray(0, bytesRead))
    if (bytesRead < length) {
      throw new BackupError(
        'BACKUP_CUT_SHORT',
        'The end of the backup is missing: it was not copied completely.',
      )
    }
    return start.subarray(0, length)
  } finally {
    await handle.close()
  }
}
