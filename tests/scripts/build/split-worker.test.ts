import { expect, it } from 'vitest'
import { splitWorker } from '../../../scripts/build/split-worker.ts'

const worker = (files: string, rest = 'start()') => `(function(){cache.add(${files});${rest}})()`
const FILES = '[{"revision":"1a","url":"index.html"},{"revision":null,"url":"assets/[shell]-1.js"}]'

it('a release with other files has the same program, and another list before it', () => {
  const first = splitWorker(worker(FILES))
  const second = splitWorker(worker(FILES.replace('1a', '2b')))
  expect(first.list).toBe(`self.risitiFiles=${FILES};importScripts("/${first.programFile}")\n`)
  expect(first.program).toBe('(function(){cache.add(self.risitiFiles);start()})()')
  expect(second.programFile).toBe(first.programFile)
  expect(second.list).not.toBe(first.list)
})

it('another program has another name, so that browsers see a new worker', () => {
  const before = splitWorker(worker(FILES))
  const after = splitWorker(worker(FILES, 'begin()'))
  expect(after.programFile).not.toBe(before.programFile)
  expect(after.list).not.toBe(before.list)
})

it.each([
  ['no list', worker('[]')],
  ['two lists', worker(FILES, `again(${FILES})`)],
])('a worker with %s is not built', (_, broken) => {
  expect(() => splitWorker(broken)).toThrow('exactly one list')
})
