import { describe, expect, it } from 'vitest'
import { LoadFailure } from '#ui/load-failure.tsx'
import { renderInRouter } from '../support/render-in-router.tsx'

const shown = (code: string, kept?: string) =>
  renderInRouter(<LoadFailure code={code} offline="You are offline" {...(kept ? { kept } : {})} />)

describe('a screen whose question was not answered', () => {
  it.each(['NETWORK_UNREACHABLE', 'NETWORK_TOO_SLOW'])('says that the phone is offline after %s', (code) => {
    expect(shown(code, 'As last read.')).toContain('You are offline')
  })

  it.each(['ANSWER_UNREADABLE', 'NETWORK_PORTAL', 'RATE_LIMITED'])('says why after %s', (code) => {
    const html = shown(code, 'As last read.')
    expect(html).not.toContain('You are offline')
    expect(html).toContain('As last read.')
    expect(shown(code)).toContain('role="alert"')
  })
})
