import { hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Keys for each purpose, made from the one the operator keeps. */
export type ServerKeys = { readonly sealing: Uint8Array; readonly tokens: Uint8Array }

export function deriveKeys(key: Uint8Array): ServerKeys {
  const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', key, '', `risiti ${purpose}`, 32))
  return { sealing: derive('sealing'), tokens: derive('access tokens') }
}

/** The key of the embedded default: made once in the data folder, readable by this account only. */
export function keepKey(dataDir: string): Uint8Array {
  const path = join(dataDir, 'risiti-key')
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true })
  try {
    // Of several servers that start at once the first one's key stands.
    linkSync(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  const key = Buffer.from(readFileSync(path, 'utf8'), 'base64')
  if (key.length !== 32) throw new Error(`${path} does not hold a key of 32 bytes`)
  return key
}
