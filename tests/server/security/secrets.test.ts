import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { describe, expect, test } from 'vitest'
import { createEncryption } from '#server/security/encryption.ts'
import { hashPassword, verifyPassword, verifyUnknownUser } from '#server/security/passwords.ts'
import { deriveKeys, loadOrCreateKey } from '#server/security/server-key.ts'

describe('passwords', () => {
  test('are kept as argon2id with 19 MiB and two passes, salted', async () => {
    const [one, two] = await Promise.all([hashPassword('Karibu#2026'), hashPassword('Karibu#2026')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(one).not.toBe(two)
  })

  test('the right one fits, any other does not', async () => {
    const hash = await hashPassword('Ñandú#2026')
    expect(await verifyPassword(hash, 'Ñandú#2026'.normalize('NFD'))).toBe(true)
    expect(await verifyPassword(hash, 'ñandú#2026')).toBe(false)
    expect(await verifyPassword(hash, '')).toBe(false)
    expect(await verifyPassword('not a hash', 'Ñandú#2026')).toBe(false)
  })

  test('a hash made elsewhere with other costs still fits (PHC string format)', async () => {
    const known = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await verifyPassword(known, 'password')).toBe(true)
    expect(await verifyPassword(known, 'Password')).toBe(false)
  })

  test('an unknown user costs as much time as a wrong password', async () => {
    const hash = await hashPassword('Karibu#2026')
    const timed = async (work: () => Promise<boolean>) => {
      const took: number[] = []
      for (let turn = 0; turn < 9; turn += 1) {
        const from = performance.now()
        expect(await work()).toBe(false)
        took.push(performance.now() - from)
      }
      return took.sort((a, b) => a - b)[4] ?? 0
    }
    const wrong = await timed(() => verifyPassword(hash, 'wrong'))
    const nobody = await timed(() => verifyUnknownUser('wrong'))
    expect(nobody / wrong).toBeGreaterThan(0.4)
    expect(nobody / wrong).toBeLessThan(2.5)
  })
})

describe('sealed secrets', () => {
  const sealer = createEncryption(new Uint8Array(32).fill(1))

  test('open again, and never look the same twice', () => {
    const encrypted = sealer.encrypt('PFX password: ñ')
    expect(sealer.decrypt(encrypted)).toBe('PFX password: ñ')
    expect(sealer.encrypt('PFX password: ñ')).not.toBe(encrypted)
    expect(sealer.decrypt(sealer.encrypt(''))).toBe('')
  })

  test('one changed bit anywhere keeps them shut', () => {
    const encrypted = sealer.encrypt('secret')
    const [version, id, body = ''] = encrypted.split('.')
    const bytes = Buffer.from(body, 'base64url')
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => sealer.decrypt(`${version}.${id}.${changed.toString('base64url')}`)).toThrow()
    }
    expect(() => sealer.decrypt(`${version}.${id}.${bytes.subarray(0, 20).toString('base64url')}`)).toThrow()
  })

  test('those of another key and damaged ones give different errors', () => {
    const other = createEncryption(new Uint8Array(32).fill(2)).encrypt('secret')
    expect(() => sealer.decrypt(other)).toThrow(/another RISITI_KEY/)
    expect(() => sealer.decrypt('secret')).toThrow(/not a sealed secret/)
  })

  test('a key of the wrong length is refused', () => {
    expect(() => createEncryption(new Uint8Array(16))).toThrow(/32 bytes/)
  })
})

test('the key of the embedded default is made once, for this account only, and serves two purposes apart', () => {
  const dir = mkdtempSync(join(tmpdir(), 'risiti-key-'))
  try {
    const key = loadOrCreateKey(dir)
    expect(key).toHaveLength(32)
    expect(loadOrCreateKey(dir)).toEqual(key)
    expect(statSync(join(dir, 'risiti-key')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(dir, 'risiti-key'), 'utf8').trim()).toBe(Buffer.from(key).toString('base64'))
    const { encryption: sealing, tokens } = deriveKeys(key)
    expect(new Set([key, sealing, tokens].map((bytes) => Buffer.from(bytes).toString('hex'))).size).toBe(3)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})
