import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ArchiveItem, packArchive, unpackArchive } from '#server/backup/archive.ts'
import type { BackupProblem } from '#server/backup/backup-error.ts'
import {
  headLength,
  type KeyedHeader,
  readHeader,
  unlockHeader,
  writeHeader,
} from '#server/backup/backup-header.ts'
import { isExcluded, isReplaced } from '#server/backup/data-folder.ts'
import { CHUNK_BYTES, decryptChunks, END_MARKER, encryptChunks } from '#server/backup/encrypted-chunks.ts'

const FACTS = {
  createdAt: '2026-11-21T03:00:00.000Z',
  postgres: 18,
  epoch: '5a0c2a52-6c0f-4a86-9d3c-5b3a2a1f0e77',
}
const CHEAP = 12
const PASSPHRASE = 'nyumba ndogo ya samaki'
const TAG = 16

let head: KeyedHeader
beforeAll(async () => {
  head = await writeHeader(FACTS, PASSPHRASE, CHEAP)
})

async function* stream(bytes: Uint8Array, step = 10_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step)
}

async function gather(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const part of parts) all.push(part)
  return Buffer.concat(all)
}

const encrypt = (plain: Uint8Array) => gather(encryptChunks(head, stream(plain)))
const open = (encrypted: Uint8Array, by: KeyedHeader = head, step?: number) =>
  gather(decryptChunks(by, stream(encrypted, step)))

async function problemOf(work: Promise<unknown>): Promise<BackupProblem | 'none'> {
  try {
    await work
    return 'none'
  } catch (error) {
    if (error instanceof Error && error.name === 'BackupError' && 'code' in error) {
      return error.code as BackupProblem
    }
    throw error
  }
}

describe('sealed chunks', () => {
  test.each([0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES])(
    '%i bytes come back as they were, however the stream is cut',
    async (length) => {
      const plain = randomBytes(length)
      const encrypted = await encrypt(plain)
      for (const step of [7919, CHUNK_BYTES, 1_000_000]) {
        expect((await open(encrypted, head, step)).equals(plain)).toBe(true)
      }
    },
  )

  test('any flipped bit is noticed', async () => {
    const encrypted = await encrypt(randomBytes(2 * CHUNK_BYTES + 100))
    await fc.assert(
      fc.asyncProperty(fc.nat(encrypted.length - 1), fc.nat(7), async (at, bit) => {
        const forged = Buffer.from(encrypted)
        forged.writeUInt8(forged.readUInt8(at) ^ (1 << bit), at)
        expect(await problemOf(open(forged))).toMatch(/^BACKUP_(DAMAGED|CUT_SHORT)$/)
      }),
      { numRuns: 60 },
    )
  })

  test('a file cut short anywhere says so, also between two chunks', async () => {
    const encrypted = await encrypt(randomBytes(3 * CHUNK_BYTES))
    const cuts = [0, 1, CHUNK_BYTES + TAG, 2 * (CHUNK_BYTES + TAG), encrypted.length - END_MARKER.length]
    for (const cut of [...cuts, encrypted.length - 1, 100_000]) {
      expect(await problemOf(open(encrypted.subarray(0, cut)))).toBe('BACKUP_CUT_SHORT')
    }
  })

  test('chunks that change places, come twice or are left out are noticed', async () => {
    const encrypted = await encrypt(randomBytes(4 * CHUNK_BYTES))
    const size = CHUNK_BYTES + TAG
    const chunk = (n: number) => encrypted.subarray(n * size, (n + 1) * size)
    const rest = (n: number) => encrypted.subarray(n * size)
    for (const forged of [
      [chunk(1), chunk(0), rest(2)],
      [chunk(0), chunk(0), rest(1)],
      [chunk(0), rest(2)],
      [chunk(0), END_MARKER],
    ]) {
      expect(await problemOf(open(Buffer.concat(forged)))).toBe('BACKUP_DAMAGED')
    }
  })

  test('a chunk of another file under the same passphrase does not fit', async () => {
    const other = await writeHeader(FACTS, PASSPHRASE, CHEAP)
    expect(await problemOf(open(await encrypt(randomBytes(100)), other))).toBe('BACKUP_DAMAGED')
  })
})

describe('the head of a file', () => {
  test('says when, from which database and epoch, and nothing secret', () => {
    expect(readHeader(head.bytes)).toMatchObject({ ...FACTS, version: 1, scrypt: { cost: CHEAP } })
    expect(headLength(head.bytes)).toBe(head.bytes.length)
  })

  test('opens with the passphrase in any Unicode form, and with no other', async () => {
    const accented = await writeHeader(FACTS, 'café na chai ya maziwa', CHEAP)
    const decomposed = 'café na chai ya maziwa'.normalize('NFD')
    expect((await unlockHeader(accented.bytes, decomposed)).key.equals(accented.key)).toBe(true)
    expect(await problemOf(unlockHeader(accented.bytes, 'cafe na chai ya maziwa'))).toBe(
      'BACKUP_PASSPHRASE_WRONG',
    )
  })

  test('cannot be changed unnoticed', async () => {
    const forged = Buffer.from(head.bytes.toString('latin1').replace('03:00:00', '04:00:00'), 'latin1')
    expect(await problemOf(unlockHeader(forged, PASSPHRASE))).toBe('BACKUP_PASSPHRASE_WRONG')
  })

  test('of another program, or of a newer version, is recognized', async () => {
    expect(() => headLength(Buffer.from('PK\u0003\u0004 this is a zip file, not a backup'))).toThrow(
      expect.objectContaining({ code: 'BACKUP_NOT_OURS' }),
    )
    const newer = Buffer.from(head.bytes.toString('latin1').replace('"version":1', '"version":2'), 'latin1')
    expect(() => readHeader(newer)).toThrow(expect.objectContaining({ code: 'BACKUP_TOO_NEW' }))
  })
})

describe('the archive', () => {
  async function* items(list: readonly ArchiveItem[]): AsyncGenerator<ArchiveItem> {
    yield* list
  }
  const list: ArchiveItem[] = [
    { path: 'postgres', kind: 'folder', mode: 0o700 },
    { path: 'postgres/PG_VERSION', kind: 'file', mode: 0o600 },
    Buffer.from('18\n'),
    { path: 'empty', kind: 'file', mode: 0o644 },
    { path: 'files/picha ya duka.jpg', kind: 'file', mode: 0o600 },
    Buffer.alloc(64 * 1024, 7),
    Buffer.from([0, 255]),
  ]

  test('gives entries and bytes back in their order, however the stream is cut', async () => {
    const packed = await gather(packArchive(items(list)))
    for (const step of [1, 13, 100_000]) {
      const back: ArchiveItem[] = []
      for await (const item of unpackArchive(stream(packed, step))) back.push(item)
      expect(back).toEqual(list)
    }
  })

  test('that lacks its end is no archive', async () => {
    const packed = await gather(packArchive(items(list)))
    const read = async (bytes: Buffer) => {
      for await (const _ of unpackArchive(stream(bytes)));
    }
    expect(await problemOf(read(packed.subarray(0, packed.length - 5)))).toBe('BACKUP_DAMAGED')
    expect(await problemOf(read(packed.subarray(0, 40)))).toBe('BACKUP_DAMAGED')
  })

  test.each(['../evil', '/etc/passwd', 'a/../../b', 'C:\\windows', 'a\\b', '.', 'a/..'])(
    'never holds the path %s',
    async (path) => {
      const work = gather(packArchive(items([{ path, kind: 'file', mode: 0o600 }])))
      await expect(work).rejects.toThrow()
    },
  )
})

test('a backup leaves out what can be rebuilt, other backups, and the ledger of the simulated authority', () => {
  const names = [
    'postgres',
    'risiti-key',
    'postgres-password',
    'postgres.log',
    'postgres.lock',
    'tra-simulator',
    'compressed',
    'files/a.jpg',
    'risiti-20261121T030000Z.risiti-backup',
    'copies/old.risiti-backup',
    'before-restore-20261121T030000',
    'restoring-1',
  ]
  expect(names.filter((name) => !isExcluded(name))).toEqual(['postgres-password', 'files/a.jpg'])
  expect(
    ['tra-simulator', 'postgres.lock', 'old.risiti-backup', 'postgres', 'compressed'].filter(isReplaced),
  ).toEqual(['postgres', 'compressed'])
})
