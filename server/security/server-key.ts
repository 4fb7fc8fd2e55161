import { hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Keys for each purpose, made from the one the operator keeps. */
export type ServerKeys = { readonly encryption: Uint8Array; readonly tokens: Uint8Array }

export function deriveKeys(key: Uint8Array): ServerKeys {
  const deriveKey = (purpose: string) => new Uint8Array(hkdfSync('sha256', key, '', `risiti ${purpose}`, 32))
  return { encryption: deriveKey('sealing'), tokens: deriveKey('access tokens') }
}

/** The key of the embedded default: made once in the data folder, readable by this account only. */
export function loadOrCreateKey(dataDir: string): Uint8Array {
  const path = join(dataDir, 'risiti-key')
  const temporaryPath = `${path}.${process.pid}`
  writeFileSync(temporaryPath, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true })
  try {
    // When several servers start at once, the first one's key is used.
    linkSync(temporaryPath, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(temporaryPath, { force: true })
  }
  const key = Buffer.from(readFileSync(path, 'utf8'), 'base64')
  if (key.length !== 32) throw new Error(`${path} does not hold a key of 32 bytes`)
  return key
}
