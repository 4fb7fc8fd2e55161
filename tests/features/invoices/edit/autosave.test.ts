import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from 'zustand'
import type { InvoiceContent } from '#domain/invoices/invoice.ts'
import { Autosaver, type SaveState } from '#features/invoices/edit/autosave.ts'
import { exampleContent } from '../../../domain/example-invoice.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** An editor, and a phone whose saves end when the test says so. */
function openEditor() {
  const store = createStore(() => ({ content: exampleContent(), edits: 0 }))
  const saves: { readonly content: InvoiceContent; readonly end: (code?: string) => void }[] = []
  const states: SaveState[] = []
  const saver = new Autosaver(
    store,
    (content) => new Promise((end) => saves.push({ content, end })),
    (state) => states.push(state),
  )
  saver.watch()
  const edit = (reference: string) =>
    store.setState(({ content, edits }) => ({ content: { ...content, reference }, edits: edits + 1 }))
  return { saver, saves, edit, shown: () => states.at(-1) }
}

test('an edit made during a save is not called saved until it is written', async () => {
  const { saves, edit, shown } = openEditor()
  edit('one')
  await vi.advanceTimersByTimeAsync(200)
  edit('two')
  saves[0]?.end()
  await vi.advanceTimersByTimeAsync(0)
  expect(shown()).toEqual({ kind: 'typing' })
  await vi.advanceTimersByTimeAsync(200)
  expect(saves[1]?.content.reference).toBe('two')
  saves[1]?.end()
  await vi.advanceTimersByTimeAsync(0)
  expect(shown()).toEqual({ kind: 'saved' })
})

test('saves never overlap, and a flush during a save writes what was edited meanwhile', async () => {
  const { saver, saves, edit } = openEditor()
  edit('one')
  const first = saver.flush()
  await vi.advanceTimersByTimeAsync(0)
  edit('two')
  const second = saver.flush()
  await vi.advanceTimersByTimeAsync(0)
  expect(saves).toHaveLength(1)
  saves[0]?.end()
  await first
  await vi.advanceTimersByTimeAsync(0)
  saves[1]?.end()
  expect(await second).toBeUndefined()
  expect(saves.map(({ content }) => content.reference)).toEqual(['one', 'two'])
})

test('a failed save shows its code, and the next edit is saved again', async () => {
  const { saves, edit, shown } = openEditor()
  edit('one')
  await vi.advanceTimersByTimeAsync(200)
  saves[0]?.end('DEVICE_STORAGE_FULL')
  await vi.advanceTimersByTimeAsync(0)
  expect(shown()).toEqual({ kind: 'failed', code: 'DEVICE_STORAGE_FULL' })
  edit('two')
  await vi.advanceTimersByTimeAsync(200)
  saves[1]?.end()
  await vi.advanceTimersByTimeAsync(0)
  expect(shown()).toEqual({ kind: 'saved' })
})

test('nothing is saved once the invoice is submitted, until the submission is refused', async () => {
  const { saver, saves, edit } = openEditor()
  await saver.stop()
  edit('one')
  await vi.advanceTimersByTimeAsync(200)
  expect(saves).toHaveLength(0)
  saver.resume()
  void saver.flush()
  await vi.advanceTimersByTimeAsync(0)
  expect(saves).toHaveLength(1)
})

test('a look at what is stored waits for the save under way, and is left out while something is unsaved', async () => {
  const { saver, saves, edit } = openEditor()
  const looks: string[] = []
  const look = (name: string) => saver.whenSaved(async () => void looks.push(name))
  edit('one')
  const flushed = saver.flush()
  const during = look('during')
  await vi.advanceTimersByTimeAsync(0)
  expect(looks).toEqual([])
  saves[0]?.end()
  await Promise.all([flushed, during])
  expect(looks).toEqual(['during'])
  edit('two')
  await look('unsaved')
  await saver.stop()
  await look('stopped')
  expect(looks).toEqual(['during'])
})
