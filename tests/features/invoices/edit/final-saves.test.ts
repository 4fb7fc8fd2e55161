import { expect, test } from 'vitest'
import { trackFinalSave, whenFinalSavesSettled } from '#features/invoices/edit/final-saves.ts'

test('who opens an invoice waits for the saves of every editor that was left, also for one that fails', async () => {
  const happened: string[] = []
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  trackFinalSave(first.promise.then(() => happened.push('first kept')))
  trackFinalSave(second.promise.then(() => Promise.reject(new Error('no room'))))
  const opened = whenFinalSavesSettled().then(() => happened.push('opened'))
  second.resolve()
  await Promise.resolve()
  first.resolve()
  await opened
  expect(happened).toEqual(['first kept', 'opened'])
})
