import { expect, it } from 'vitest'
import { isOutcomeUnknown } from '#app-context/failure-code.ts'
import { ChangeFailure } from '#features/account/change-failure.tsx'
import { renderInRouter } from '../../support/render-in-router.tsx'

const NOT_CHANGED = 'The password was not changed. Please try again'
const shown = (code: string, unknown = isOutcomeUnknown(code)) =>
  renderInRouter(<ChangeFailure code={code} unknown={unknown} />)

it.each(['NETWORK_UNREACHABLE', 'NETWORK_TOO_SLOW', 'ANSWER_UNREADABLE', 'UNEXPECTED'])(
  'after %s, when the server may have changed the password, the new one is tried at the login',
  (code) => {
    const html = shown(code)
    expect(html).not.toContain(NOT_CHANGED)
    expect(html).toContain('if you are asked to log in, use the new password first')
  },
)

it('a refusal, or a phone that sent nothing, has changed nothing (spec §8)', () => {
  expect(shown('UNAVAILABLE')).toContain(NOT_CHANGED)
  expect(shown('NETWORK_UNREACHABLE', false)).toContain(NOT_CHANGED)
})

it('a session that is refused after a lost answer may have been ended by the change', () => {
  expect(shown('TOKEN_INVALID', true)).not.toContain(NOT_CHANGED)
})
