import { expect, test } from 'vitest'
import { leaveEditor, leftEditorsKept } from '#features/editor/left-editors.ts'

test('who opens an invoice waits for the saves of every editor that was left, also for one that fails', async () => {
  const happened: string[] = []
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  leaveEditor(first.promise.then(() => happened.push('first kept')))
  leaveEditor(second.promise.then(() => Promise.reject(new Error('no room'))))
  const opened = leftEditorsKept().then(() => happened.push('opened'))
  second.resolve()
  await Promise.resolve()
  first.resolve()
  await opened
  expect(happened).toEqual(['first kept', 'opened'])
})
