import { Dexie } from 'dexie'
import { expect, it } from 'vitest'
import { errorNames, isLostConnection, isStorageError, isStorageFull } from '#data/storage-failure.ts'

/** What Dexie throws when of many writes at once one or more failed. */
function ofMany(...failures: readonly Error[]): Error {
  return new Dexie.BulkError('writes', Object.fromEntries(failures.entries()))
}

it('finds what the browser threw below what Dexie makes of it', () => {
  const quota = new DOMException('no room', 'QuotaExceededError')
  expect(errorNames(new Dexie.AbortError('aborted', quota))).toEqual(['AbortError', 'QuotaExceededError'])
  expect(isStorageFull(new Error('later', { cause: quota }))).toBe(true)
})

it('looks at each write that failed of many: a full disk, a lost connection', () => {
  expect(isStorageFull(ofMany(new DOMException('no room', 'QuotaExceededError')))).toBe(true)
  expect(isLostConnection(ofMany(new DOMException('internal error', 'UnknownError')))).toBe(true)
  expect(isStorageError(ofMany(new DOMException('aborted', 'AbortError')))).toBe(true)
})

it('takes a rule of ours that was broken for no failure of the storage', () => {
  const twice = ofMany(new DOMException('exists already', 'ConstraintError'))
  expect(isStorageError(twice)).toBe(false)
  expect(isLostConnection(twice)).toBe(false)
  expect(isStorageError(new Error('a mistake'))).toBe(false)
})
