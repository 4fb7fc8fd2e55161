import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AppFile } from '#server/http/app-files/app-file.ts'
import { createVariants } from '#server/http/app-files/variants.ts'
import { jsonResponse } from '#server/http/json-response.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'risiti-compressed-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const fileOf = (text: string, hash: string): AppFile => ({
  path: '/assets/app.js',
  bytes: Buffer.from(text),
  type: 'text/javascript',
  hash,
  immutable: true,
  inlineScripts: [],
  compressible: true,
})
const words = Array.from({ length: 3000 }, (_, at) => `neno${at * 7919}`).join(' ')

describe('compressed files of the app', () => {
  test('the smallest forms are made once and found again at the next start', async () => {
    const file = fileOf(words, 'a'.repeat(64))
    const first = createVariants(dir)
    const quick = await first.get(file, 'br')
    await first.precompress([file])
    const best = await first.get(file, 'br')
    expect(best.length).toBeLessThan(quick.length)
    expect(readdirSync(dir).sort()).toEqual([`${file.hash}.br`, `${file.hash}.gzip`])
    const next = createVariants(dir)
    expect(await next.get(file, 'br')).toEqual(best)
    expect(brotliDecompressSync(best).toString()).toBe(words)
    expect(gunzipSync(await next.get(file, 'gzip')).toString()).toBe(words)
  })

  test('forms of files that are gone are removed', async () => {
    await createVariants(dir).precompress([fileOf(words, 'a'.repeat(64))])
    await createVariants(dir).precompress([fileOf('new words', 'b'.repeat(64))])
    expect(readdirSync(dir).every((name) => name.startsWith('b'))).toBe(true)
  })
})

describe('answers of the API', () => {
  const long = { words }

  test('long ones travel compressed to who understands it', async () => {
    const answer = await jsonResponse(long, 'br, gzip')
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(long)
    // A phone counts its data by this: it sees the unpacked text only.
    expect(answer.headers.get('content-length')).toBe(String(bytes.length))
  })

  test.each([undefined, 'br', 'gzip;q=0, br'])('and whole to others (%s)', async (accepted) => {
    const answer = await jsonResponse(long, accepted)
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(answer.headers.get('vary')).toBe('accept-encoding')
    expect(await answer.json()).toEqual(long)
  })

  test('short ones are not worth it', async () => {
    expect((await jsonResponse({ ok: true }, 'gzip')).headers.get('content-encoding')).toBeNull()
  })
})
