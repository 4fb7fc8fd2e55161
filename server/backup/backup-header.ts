import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { BackupError } from './backup-error.ts'

/** First bytes of every backup file. */
export const MAGIC = Buffer.from('RISITI BACKUP\n', 'ascii')
export const FORMAT_VERSION = 1
/** No header comes near it; more is not ours. */
export const MAX_HEADER_BYTES = 4096

const base64 = (bytes: number) =>
  v.pipe(
    v.string(),
    v.base64(),
    v.check((text) => Buffer.from(text, 'base64').length === bytes, `not ${bytes} bytes`),
  )

const headerSchema = v.object({
  version: v.literal(FORMAT_VERSION),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Major version of PostgreSQL whose files it holds: no other one can read them. */
  postgres: v.pipe(v.number(), v.safeInteger()),
  /** Epoch of the server it was made of. */
  epoch: v.pipe(v.string(), v.uuid()),
  /** scrypt with N = 2^cost, r = 8, p = 1. The bounds keep a forged file from taking all memory. */
  scrypt: v.object({
    cost: v.pipe(v.number(), v.safeInteger(), v.minValue(12), v.maxValue(20)),
    salt: base64(32),
  }),
  /** First seven bytes of every chunk's nonce. */
  nonce: base64(7),
})
export type BackupHeader = v.InferOutput<typeof headerSchema>

/** What everyone may read of a backup: nothing secret. */
export type BackupFacts = Pick<BackupHeader, 'createdAt' | 'postgres' | 'epoch'>

/** A header and the key of its file. */
export type KeyedHeader = {
  readonly header: BackupHeader
  /** The bytes of the header in the file; every chunk is bound to them. */
  readonly bytes: Buffer
  readonly key: Buffer
}

const MAC_BYTES = 32

/** 128 MB of memory and under a second for us; as much for each guess of a thief. */
export const SCRYPT_COST = 17

/**
 * Opens a new file: magic, length of the header (4 bytes, big endian), the header as JSON, and an
 * HMAC-SHA-256 over all of it under the file's key. The HMAC shows whether the passphrase is wrong or the
 * file is damaged.
 */
export async function writeHeader(
  facts: BackupFacts,
  passphrase: string,
  cost: number = SCRYPT_COST,
): Promise<KeyedHeader> {
  const header: BackupHeader = {
    version: FORMAT_VERSION,
    ...facts,
    scrypt: { cost, salt: randomBytes(32).toString('base64') },
    nonce: randomBytes(7).toString('base64'),
  }
  const json = Buffer.from(JSON.stringify(header), 'utf8')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(json.length)
  const key = await deriveKey(passphrase, header)
  const authenticatedBytes = Buffer.concat([MAGIC, length, json])
  return { header, bytes: Buffer.concat([authenticatedBytes, mac(key, authenticatedBytes)]), key }
}

/** How many bytes of a file its head takes, from its first bytes. Throws `BACKUP_NOT_OURS`. */
export function headLength(start: Buffer): number {
  const jsonAt = MAGIC.length + 4
  const ours = start.length >= jsonAt && start.subarray(0, MAGIC.length).equals(MAGIC)
  const length = ours ? start.readUInt32BE(MAGIC.length) : 0
  if (length === 0 || length > MAX_HEADER_BYTES) {
    throw new BackupError('BACKUP_NOT_OURS', 'This is not a backup made by Risiti.')
  }
  return jsonAt + length + MAC_BYTES
}

/** Reads the head of a file without its passphrase. Throws `BACKUP_NOT_OURS`, `BACKUP_TOO_NEW`. */
export function readHeader(head: Buffer): BackupHeader {
  const json: unknown = parseJson(head.subarray(MAGIC.length + 4, head.length - MAC_BYTES).toString('utf8'))
  const version = v.safeParse(v.object({ version: v.number() }), json)
  if (version.success && version.output.version > FORMAT_VERSION) {
    throw new BackupError('BACKUP_TOO_NEW', 'A newer Risiti made this backup. Install that version first.')
  }
  const parsed = v.safeParse(headerSchema, json)
  if (!parsed.success) throw new BackupError('BACKUP_DAMAGED', 'The head of the backup cannot be read.')
  return parsed.output
}

/** Reads the head and derives the key. Throws `BACKUP_PASSPHRASE_WRONG` and what `readHeader` throws. */
export async function unlockHeader(head: Buffer, passphrase: string): Promise<KeyedHeader> {
  const header = readHeader(head)
  const key = await deriveKey(passphrase, header)
  const authenticatedBytes = head.subarray(0, head.length - MAC_BYTES)
  if (!timingSafeEqual(mac(key, authenticatedBytes), head.subarray(head.length - MAC_BYTES))) {
    throw new BackupError(
      'BACKUP_PASSPHRASE_WRONG',
      'The passphrase is not the one of this backup (or the first bytes of the file are damaged).',
    )
  }
  return { header, bytes: head, key }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function mac(key: Buffer, bytes: Buffer): Buffer {
  return createHmac('sha256', key).update('risiti backup head').update(bytes).digest()
}

/** The same passphrase typed on another keyboard may come in another Unicode form; it is still the same. */
async function deriveKey(passphrase: string, header: BackupHeader): Promise<Buffer> {
  const cost = 2 ** header.scrypt.cost
  const salt = Buffer.from(header.scrypt.salt, 'base64')
  return await new Promise((resolve, reject) => {
    scrypt(
      passphrase.normalize('NFKC'),
      salt,
      32,
      { N: cost, r: 8, p: 1, maxmem: 256 * cost * 8 },
      (error, key) => (error ? reject(error) : resolve(key)),
    )
  })
}
