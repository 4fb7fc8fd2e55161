import * as v from 'valibot'
import { type TransferredWork, transferredWorkSchema } from '#contract/transferred-work.ts'
import { hashBytes } from '#data/hash-bytes.ts'

/** Why transferred work cannot be decrypted. */
export type DecryptRefusal =
  /** Not made by this app. */
  | 'not-ours'
  /** An older kind of file: a copy for the help desk, which cannot be sent. */
  | 'older'
  /** Made by a newer app. */
  | 'newer'
  | 'damaged'
  | 'wrong-password'

export type DecryptResult =
  /** `contents` are those of `work.files`, in their order, each checked against its hash. */
  | { readonly kind: 'open'; readonly work: TransferredWork; readonly contents: readonly ArrayBuffer[] }
  | { readonly kind: 'refused'; readonly code: DecryptRefusal }

/*
 * The file: mark, format, rounds, salt, nonce, checksum, then the gzipped work encrypted with AES-256-GCM under a key
 * that PBKDF2 (SHA-256) derives from the password. The encryption authenticates everything before the checksum; the
 * checksum only distinguishes a damaged file from a wrong password. In the format with files, the length of the
 * gzipped work precedes it (four bytes), and the content of each file that it names follows it.
 */
const MAGIC = new TextEncoder().encode('RSWK')
const FORMAT = 2
const FORMAT_WITH_FILES = 3
const LENGTH_BYTES = 4
const FORMAT_AT = 4
const ROUNDS_AT = 5
const SALT_AT = 9
const NONCE_AT = 25
const CHECKSUM_AT = 37
const CIPHERTEXT_AT = 45
/** As many as a phone computes in a second or two; an attacker has to compute them for every guess. */
const ROUNDS = 600_000
const MAX_ROUNDS = 5_000_000
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024

type Bytes = Uint8Array<ArrayBuffer>

/** Random bytes (`random`: cryptographic, at least 0, below 1, 32 good bits a call). */
function randomBytes(random: () => number, length: number): Bytes {
  return Uint8Array.from({ length }, () => Math.floor(random() * 256))
}

async function passwordKey(password: string, salt: Bytes, rounds: number): Promise<CryptoKey> {
  const text = new TextEncoder().encode(password.normalize('NFC').trim())
  const base = await crypto.subtle.importKey('raw', text, 'PBKDF2', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

async function checksumOf(head: Bytes, ciphertext: Bytes): Promise<Bytes> {
  const all = new Uint8Array(head.length + ciphertext.length)
  all.set(head)
  all.set(ciphertext, head.length)
  return new Uint8Array(await crypto.subtle.digest('SHA-256', all)).slice(0, CIPHERTEXT_AT - CHECKSUM_AT)
}

async function pipeBytes(bytes: Bytes, by: CompressionStream | DecompressionStream): Promise<Bytes> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(by)).arrayBuffer())
}

/** The gzipped work with the content of its files; photos are already compressed. */
function withContents(payload: Bytes, contents: readonly ArrayBuffer[]): Bytes {
  const all = contents.reduce((sum, { byteLength }) => sum + byteLength, LENGTH_BYTES + payload.length)
  const joined = new Uint8Array(all)
  new DataView(joined.buffer).setUint32(0, payload.length)
  joined.set(payload, LENGTH_BYTES)
  let offset = LENGTH_BYTES + payload.length
  for (const content of contents) {
    joined.set(new Uint8Array(content), offset)
    offset += content.byteLength
  }
  return joined
}

/**
 * Encrypts work under a password, with the contents of the files that it names. `random` is a cryptographic random
 * source. Without files the format is the one that apps without file transfer can read.
 */
export async function encryptWork(
  work: TransferredWork,
  password: string,
  random: () => number,
  contents: readonly ArrayBuffer[] = [],
): Promise<Bytes> {
  const gzipped = await pipeBytes(
    new TextEncoder().encode(JSON.stringify(work)),
    new CompressionStream('gzip'),
  )
  const payload = contents.length > 0 ? withContents(gzipped, contents) : gzipped
  const head = new Uint8Array(CHECKSUM_AT)
  head.set(MAGIC)
  head[FORMAT_AT] = contents.length > 0 ? FORMAT_WITH_FILES : FORMAT
  new DataView(head.buffer).setUint32(ROUNDS_AT, ROUNDS)
  const salt = randomBytes(random, NONCE_AT - SALT_AT)
  const nonce = randomBytes(random, CHECKSUM_AT - NONCE_AT)
  head.set(salt, SALT_AT)
  head.set(nonce, NONCE_AT)
  const key = await passwordKey(password, salt, ROUNDS)
  const ciphertext = new Uint8Array(
    await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce, additionalData: head }, key, payload),
  )
  const file = new Uint8Array(CIPHERTEXT_AT + ciphertext.length)
  file.set(head)
  file.set(await checksumOf(head, ciphertext), CHECKSUM_AT)
  file.set(ciphertext, CIPHERTEXT_AT)
  return file
}

/** The checks that need no password; `undefined` when decryption may be tried. */
export async function validateEnvelope(
  file: Bytes,
): Promise<Exclude<DecryptRefusal, 'wrong-password'> | undefined> {
  if (!MAGIC.every((byte, index) => file[index] === byte)) {
    const beginning = new TextDecoder().decode(file.slice(0, 200))
    return /^\s*\{\s*"kind":\s*"risiti-unsent"/.test(beginning) ? 'older' : 'not-ours'
  }
  const format = file[FORMAT_AT]
  if (format === undefined) return 'damaged'
  if (format > FORMAT_WITH_FILES) return 'newer'
  if (format < FORMAT) return 'older'
  if (file.length <= CIPHERTEXT_AT) return 'damaged'
  const rounds = new DataView(file.buffer, file.byteOffset).getUint32(ROUNDS_AT)
  const checksum = await checksumOf(file.slice(0, CHECKSUM_AT), file.slice(CIPHERTEXT_AT))
  const intact = checksum.every((byte, index) => file[CHECKSUM_AT + index] === byte)
  return intact && rounds > 0 && rounds <= MAX_ROUNDS ? undefined : 'damaged'
}

type DecryptedWork = Omit<Extract<DecryptResult, { kind: 'open' }>, 'kind'>

async function unpack(payload: Bytes, withFiles: boolean): Promise<DecryptedWork | undefined> {
  try {
    const begin = withFiles ? LENGTH_BYTES : 0
    const end = withFiles ? begin + new DataView(payload.buffer).getUint32(0) : payload.length
    const bytes = await pipeBytes(payload.slice(begin, end), new DecompressionStream('gzip'))
    if (bytes.length > MAX_UNPACKED_BYTES) return undefined
    const parsed = v.safeParse(transferredWorkSchema, JSON.parse(new TextDecoder().decode(bytes)))
    if (!parsed.success) return undefined
    const contents = await readContents(parsed.output, payload, end)
    return contents && { work: parsed.output, contents }
  } catch {
    return undefined
  }
}

/** The bytes after the work, cut into its files; `undefined` unless they are exactly these. */
async function readContents(
  { files = [] }: TransferredWork,
  payload: Bytes,
  begin: number,
): Promise<ArrayBuffer[] | undefined> {
  const contents: ArrayBuffer[] = []
  let offset = begin
  for (const { sha256, size } of files) {
    const content = payload.slice(offset, offset + size)
    if (content.length !== size || (await hashBytes(content)) !== sha256) return undefined
    contents.push(content.buffer)
    offset += size
  }
  return offset === payload.length ? contents : undefined
}

/** Decrypts work, or says why that fails. Nothing of it is used before the encryption is verified. */
export async function decryptWork(file: Bytes, password: string): Promise<DecryptResult> {
  const code = await validateEnvelope(file)
  if (code !== undefined) return { kind: 'refused', code }
  const head = file.slice(0, CHECKSUM_AT)
  const rounds = new DataView(head.buffer).getUint32(ROUNDS_AT)
  const key = await passwordKey(password, head.slice(SALT_AT, NONCE_AT), rounds)
  let payload: Bytes
  try {
    const algorithm = { name: 'AES-GCM', iv: head.slice(NONCE_AT), additionalData: head }
    payload = new Uint8Array(await crypto.subtle.decrypt(algorithm, key, file.slice(CIPHERTEXT_AT)))
  } catch {
    return { kind: 'refused', code: 'wrong-password' }
  }
  const opened = await unpack(payload, head[FORMAT_AT] === FORMAT_WITH_FILES)
  return opened ? { kind: 'open', ...opened } : { kind: 'refused', code: 'damaged' }
}
