import { beforeEach, describe, expect, it, vi } from 'vitest'
import { reloadWhenSafe } from '#app/reload-when-safe.ts'

type Step = { readonly pathChanged: boolean; readonly fromLocation?: { readonly pathname: string } }

let seen: EventTarget & { visibilityState: string; querySelector: (selector: string) => object | null }
let dialog: object | null
let typedBeside: boolean
let keeping: boolean
let path: string
let onStep: (step: Step) => void
const reload = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  reload.mockClear()
  dialog = null
  typedBeside = false
  keeping = false
  path = '/customers'
  const querySelector = (selector: string) =>
    typedBeside && selector.includes('[data-unsaved]') ? {} : dialog
  seen = Object.assign(new EventTarget(), { visibilityState: 'visible', querySelector })
  vi.stubGlobal('document', seen)
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

/** Another window has brought a new version in. */
function replaced(): void {
  const router = {
    get state() {
      return { location: { pathname: path } }
    },
    subscribe: (_: 'onResolved', listener: (step: Step) => void) => {
      onStep = listener
    },
  }
  const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))
  reloadWhenSafe(router, { isSaving: async () => keeping, wait, reload })
}

function step(to: string): void {
  const from = path
  path = to
  onStep({ pathChanged: from !== to, fromLocation: { pathname: from } })
}

function hide(): void {
  seen.visibilityState = 'hidden'
  seen.dispatchEvent(new Event('visibilitychange'))
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('a window that another one has made old', () => {
  it('is reloaded at its next navigation, or when it is hidden', async () => {
    replaced()
    await pass(60_000)
    expect(reload).not.toHaveBeenCalled()
    step('/invoices')
    expect(reload).toHaveBeenCalledTimes(1)
    hide()
    await pass(1_000)
    expect(reload).toHaveBeenCalledTimes(2)
  })

  it('is not reloaded with a cart or a sheet in use, visible or hidden', async () => {
    replaced()
    dialog = {}
    step('/products')
    hide()
    await pass(60_000)
    dialog = null
    path = '/new-invoice'
    hide()
    step('/edit-invoice/1')
    await pass(60_000)
    expect(reload).not.toHaveBeenCalled()
  })

  it('is not reloaded while something is typed in the details beside a table', async () => {
    replaced()
    typedBeside = true
    hide()
    await pass(60_000)
    expect(reload).not.toHaveBeenCalled()
    typedBeside = false
    hide()
    await pass(1_000)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('waits for the cart that is left to be kept', async () => {
    path = '/new-invoice'
    replaced()
    keeping = true
    step('/invoices')
    await pass(60_000)
    expect(reload).not.toHaveBeenCalled()
    keeping = false
    await pass(100)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('gives a cart that is left the time to store its last changes', async () => {
    path = '/new-invoice'
    replaced()
    step('/invoices')
    await pass(400)
    expect(reload).not.toHaveBeenCalled()
    await pass(100)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('stays when it becomes visible again, or is typed in, before the reload', async () => {
    replaced()
    hide()
    seen.visibilityState = 'visible'
    await pass(1_000)
    path = '/new-invoice'
    step('/invoices')
    path = '/new-expense'
    await pass(1_000)
    expect(reload).not.toHaveBeenCalled()
  })
})
