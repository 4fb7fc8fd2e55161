import { i18n, type MessageDescriptor } from '@lingui/core'
import { expect, it, vi } from 'vitest'
import { showPasswordChanged } from '#features/account/show-password-changed.ts'
import { useToasts } from '#ui/toast/toast-store.ts'

it('a changed password is confirmed on the screen that comes next', () => {
  vi.spyOn(i18n, '_').mockImplementation((message: string | MessageDescriptor) =>
    typeof message === 'string' ? message : (message.message ?? ''),
  )
  showPasswordChanged()
  expect(useToasts.getState().shown).toMatchObject({ text: 'Password changed', tone: 'good' })
})
