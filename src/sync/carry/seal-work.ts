import * as v from 'valibot'
import { type CarriedWork, carriedWorkSchema } from '#contract/carried-work.ts'
import { hashBytes } from '../files/hash-bytes.ts'

/** Why sealed work cannot be opened. */
export type UnsealRefusal =
  /** Not made by this app. */
  | 'not-ours'
  /** An older kind of file: the copies for the help desk, which nobody can send. */
  | 'older'
  /** Made by a newer app. */
  | 'newer'
  | 'damaged'
  | 'wrong-password'

export type Unsealed =
  /** `contents` are those of `work.files`, in their order, each checked against its hash. */
  | { readonly kind: 'open'; readonly work: CarriedWork; readonly contents: readonly ArrayBuffer[] }
  | { readonly kind: 'refused'; readonly code: UnsealRefusal }

/*
 * The file: mark, format, rounds, salt, nonce, checksum, then the gzipped work sealed with AES-256-GCM under a key that
 * PBKDF2 (SHA-256) makes of the password. The seal covers all that stands before the checksum; the checksum tells a
 * damaged file from a wrong password, and nothing more. In the format with files, the length of the gzipped work stands
 * before it (four bytes), and the content of each file that it names after it.
 */
const MARK = new TextEncoder().encode('RSWK')
const FORMAT = 2
const FORMAT_WITH_FILES = 3
const LENGTH_BYTES = 4
const FORMAT_AT = 4
const ROUNDS_AT = 5
const SALT_AT = 9
const NONCE_AT = 25
const CHECKSUM_AT = 37
const SEALED_AT = 45
/** As many as a phone does in a second or two; a thief has to do them for every guess. */
const ROUNDS = 600_000
const MOST_ROUNDS = 5_000_000
const MOST_UNPACKED = 64 * 1024 * 1024

type Bytes = Uint8Array<ArrayBuffer>

/** Bytes of the machine's cryptographic chance (`random`: at least 0, below 1, 32 good bits a call). */
function chanceBytes(random: () => number, length: number): Bytes {
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

async function checksumOf(head: Bytes, sealed: Bytes): Promise<Bytes> {
  const all = new Uint8Array(head.length + sealed.length)
  all.set(head)
  all.set(sealed, head.length)
  return new Uint8Array(await crypto.subtle.digest('SHA-256', all)).slice(0, SEALED_AT - CHECKSUM_AT)
}

async function through(bytes: Bytes, by: CompressionStream | DecompressionStream): Promise<Bytes> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(by)).arrayBuffer())
}

/** The gzipped work with the content of its files; photos are packed as small as they get. */
function withContents(packed: Bytes, contents: readonly ArrayBuffer[]): Bytes {
  const all = contents.reduce((sum, { byteLength }) => sum + byteLength, LENGTH_BYTES + packed.length)
  const joined = new Uint8Array(all)
  new DataView(joined.buffer).setUint32(0, packed.length)
  joined.set(packed, LENGTH_BYTES)
  let at = LENGTH_BYTES + packed.length
  for (const content of contents) {
    joined.set(new Uint8Array(content), at)
    at += content.byteLength
  }
  return joined
}

/**
 * Seals work under a password, with the contents of the files that it names. `random` is the machine's cryptographic
 * chance. Without files it is what apps know that carry none.
 */
export async function sealWork(
  work: CarriedWork,
  password: string,
  random: () => number,
  contents: readonly ArrayBuffer[] = [],
): Promise<Bytes> {
  const gzipped = await through(new TextEncoder().encode(JSON.stringify(work)), new CompressionStream('gzip'))
  const packed = contents.length > 0 ? withContents(gzipped, contents) : gzipped
  const head = new Uint8Array(CHECKSUM_AT)
  head.set(MARK)
  head[FORMAT_AT] = contents.length > 0 ? FORMAT_WITH_FILES : FORMAT
  new DataView(head.buffer).setUint32(ROUNDS_AT, ROUNDS)
  const salt = chanceBytes(random, NONCE_AT - SALT_AT)
  const nonce = chanceBytes(random, CHECKSUM_AT - NONCE_AT)
  head.set(salt, SALT_AT)
  head.set(nonce, NONCE_AT)
  const key = await passwordKey(password, salt, ROUNDS)
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce, additionalData: head }, key, packed),
  )
  const file = new Uint8Array(SEALED_AT + sealed.length)
  file.set(head)
  file.set(await checksumOf(head, sealed), CHECKSUM_AT)
  file.set(sealed, SEALED_AT)
  return file
}

/** What can be said about bytes without a password; `undefined` when they may be opened. */
export async function judgeSeal(file: Bytes): Promise<Exclude<UnsealRefusal, 'wrong-password'> | undefined> {
  if (!MARK.every((byte, index) => file[index] === byte)) {
    const beginning = new TextDecoder().decode(file.slice(0, 200))
    return /^\s*\{\s*"kind":\s*"risiti-unsent"/.test(beginning) ? 'older' : 'not-ours'
  }
  const format = file[FORMAT_AT]
  if (format === undefined) return 'damaged'
  if (format > FORMAT_WITH_FILES) return 'newer'
  if (format < FORMAT) return 'older'
  if (file.length <= SEALED_AT) return 'damaged'
  const rounds = new DataView(file.buffer, file.byteOffset).getUint32(ROUNDS_AT)
  const checksum = await checksumOf(file.slice(0, CHECKSUM_AT), file.slice(SEALED_AT))
  const whole = checksum.every((byte, index) => file[CHECKSUM_AT + index] === byte)
  return whole && rounds > 0 && rounds <= MOST_ROUNDS ? undefined : 'damaged'
}

type Opened = Omit<Extract<Unsealed, { kind: 'open' }>, 'kind'>

async function unpacked(packed: Bytes, withFiles: boolean): Promise<Opened | undefined> {
  try {
    const begin = withFiles ? LENGTH_BYTES : 0
    const end = withFiles ? begin + new DataView(packed.buffer).getUint32(0) : packed.length
    const bytes = await through(packed.slice(begin, end), new DecompressionStream('gzip'))
    if (bytes.length > MOST_UNPACKED) return undefined
    const parsed = v.safeParse(carriedWorkSchema, JSON.parse(new TextDecoder().decode(bytes)))
    if (!parsed.success) return undefined
    const contents = await readContents(parsed.output, packed, end)
    return contents && { work: parsed.output, contents }
  } catch {
    return undefined
  }
}

/** What stands behind the work, cut into its files; `undefined` unless it is exactly these. */
async function readContents(
  { files = [] }: CarriedWork,
  packed: Bytes,
  begin: number,
): Promise<ArrayBuffer[] | undefined> {
  const contents: ArrayBuffer[] = []
  let at = begin
  for (const { sha256, size } of files) {
    const content = packed.slice(at, at + size)
    if (content.length !== size || (await hashBytes(content)) !== sha256) return undefined
    contents.push(content.buffer)
    at += size
  }
  return at === packed.length ? contents : undefined
}

/** Opens sealed work, or says why it cannot be opened. Nothing of it is believed before the seal is checked. */
export async function unsealWork(file: Bytes, password: string): Promise<Unsealed> {
  const code = await judgeSeal(file)
  if (code !== undefined) return { kind: 'refused', code }
  const head = file.slice(0, CHECKSUM_AT)
  const rounds = new DataView(head.buffer).getUint32(ROUNDS_AT)
  const key = await passwordKey(password, head.slice(SALT_AT, NONCE_AT), rounds)
  let packed: Bytes
  try {
    const algorithm = { name: 'AES-GCM', iv: head.slice(NONCE_AT), additionalData: head }
    packed = new Uint8Array(await crypto.subtle.decrypt(algorithm, key, file.slice(SEALED_AT)))
  } catch {
    return { kind: 'refused', code: 'wrong-password' }
  }
  const opened = await unpacked(packed, head[FORMAT_AT] === FORMAT_WITH_FILES)
  return opened ? { kind: 'open', ...opened } : { kind: 'refused', code: 'damaged' }
}
