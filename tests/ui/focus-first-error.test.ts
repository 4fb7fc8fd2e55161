import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { focusFirstError } from '#ui/focus-first-error.ts'

let frames: (() => void)[] = []

beforeEach(() => {
  frames = []
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw))
})
afterEach(() => vi.unstubAllGlobals())

function nextFrame(): void {
  for (const draw of frames.splice(0)) draw()
}

/** A form as far as it is asked: which of its fields is marked now. */
function formOn(page: { marked: unknown; isConnected: boolean }): HTMLElement {
  const form = {
    get isConnected() {
      return page.isConnected
    },
    querySelector: (selector: string) => (selector.includes('aria-invalid') ? page.marked : null),
  }
  return form as unknown as HTMLElement
}

it('a refused field that is marked only some frames later is focused then', () => {
  const field = { scrollIntoView: vi.fn(), focus: vi.fn() }
  const page = { marked: null as unknown, isConnected: true }
  focusFirstError(formOn(page))
  nextFrame()
  nextFrame()
  page.marked = field
  nextFrame()
  expect(field.scrollIntoView).toHaveBeenCalledOnce()
  expect(field.focus).toHaveBeenCalledOnce()
  expect(frames).toEqual([])
})

it('a form that is gone, or that gets no message, is not looked at for ever', () => {
  const page = { marked: null, isConnected: true }
  focusFirstError(formOn(page))
  for (let frame = 0; frame < 60; frame += 1) nextFrame()
  expect(frames).toEqual([])
  focusFirstError(formOn({ marked: null, isConnected: false }))
  nextFrame()
  expect(frames).toEqual([])
})
