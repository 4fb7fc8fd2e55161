import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freeBytesAt, startFailureSentence } from '#server/start-failure.ts'

const GIB = 1024 ** 3
const own = { dataDir: '/srv/risiti', ownDatabase: true, freeBytes: 10 * GIB }
const withCode = (code: string, message = 'x') => Object.assign(new Error(message), { code })

test('a port that another program uses is named, with the way to another one', async () => {
  const occupied = createServer()
  const port = await new Promise<number>((resolve) => {
    occupied.listen(0, '127.0.0.1', () => {
      const address = occupied.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  const error = await new Promise<Error>((resolve) => {
    createServer().once('error', resolve).listen(port, '127.0.0.1')
  })
  occupied.close()
  const sentence = startFailureSentence(error, own)
  expect(sentence).toContain(`Port ${port} is used by another program`)
  expect(sentence).toContain('PORT=4100 npm start')
})

test.each([
  [withCode('53100', 'could not extend file'), own],
  [withCode('ENOSPC'), own],
  [withCode('ECONNRESET', 'read ECONNRESET'), { ...own, freeBytes: 4096 }],
])('a full disk is named, also when only the database broke on it: %s', (error, place) => {
  expect(startFailureSentence(error, place)).toMatch(
    /no room left on the disk of \/srv\/risiti.*was saved is kept/,
  )
})

test('a database elsewhere that does not answer is named by its setting', () => {
  const elsewhere = { ...own, ownDatabase: false }
  expect(startFailureSentence(withCode('ECONNREFUSED'), elsewhere)).toMatch(/database of DATABASE_URL/)
})

test('anything else is one line, never a stack', () => {
  const sentence = startFailureSentence(new Error('The cluster broke\n    at somewhere (file.ts:1:1)'), own)
  expect(sentence).toBe('The server did not start: The cluster broke')
})

test('the free room of a folder that does not exist yet is that of the folder above', () => {
  const folder = mkdtempSync(join(tmpdir(), 'risiti-room-'))
  expect(freeBytesAt(join(folder, 'data', 'new'))).toBeGreaterThan(0)
  rmSync(folder, { recursive: true })
})
