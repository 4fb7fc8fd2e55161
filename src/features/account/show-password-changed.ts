import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useToasts } from '#ui/toast/toast-store.ts'

/** Says on the screen that comes next that the new password counts from now on. */
export function showPasswordChanged(): void {
  useToasts.getState().show({ text: i18n._(msg`Password changed`), tone: 'good' })
}
