import { beforeEach, describe, expect, it } from 'vitest'
import { useToasts } from '#ui/toast/toast-store.ts'

const { show, hide, dismissAbout: leave } = useToasts.getState()
const shown = () => useToasts.getState().shown

describe('one short message at a time', () => {
  beforeEach(() => {
    hide(shown()?.id ?? 0)
  })

  it('replaces an older message, whose hiding then hides nothing', () => {
    show({ tone: 'good', text: 'first' })
    const first = shown()?.id ?? 0
    show({ tone: 'good', text: 'second' })
    hide(first)
    expect(shown()?.text).toBe('second')
  })

  it('goes with what its action works on, and with nothing else', () => {
    const [sale, other] = [{}, {}]
    show({ tone: 'good', text: 'Item removed', subject: sale })
    leave(other)
    expect(shown()?.text).toBe('Item removed')
    leave(sale)
    expect(shown()).toBeNull()
    show({ tone: 'good', text: 'Sale put on hold' })
    leave(sale)
    expect(shown()?.text).toBe('Sale put on hold')
  })
})
