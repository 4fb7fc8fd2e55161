import { i18n } from '@lingui/core'
import { expect, it } from 'vitest'
import { showPasswordChanged } from '#features/account/show-password-changed.ts'
import { useToasts } from '#ui/toast/toast-store.ts'

it('a changed password is confirmed on the screen that comes next', () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  showPasswordChanged()
  expect(useToasts.getState().shown).toMatchObject({ text: 'Password changed', tone: 'good' })
})
