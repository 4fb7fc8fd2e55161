import { expect, it } from 'vitest'
import { ChangePasswordScreen } from '#features/account/change-password-screen.tsx'
import { createPreferences, PreferencesContext } from '#ui/preferences.ts'
import { renderInRouter } from '../../support/render-in-router.tsx'

const buttons = (forced: boolean) => {
  const html = renderInRouter(
    <PreferencesContext value={createPreferences({ language: 'en', colorScheme: 'light' }, () => undefined)}>
      <ChangePasswordScreen
        forced={forced}
        rule="required"
        onChange={async () => undefined}
        onDone={async () => undefined}
        onBack={() => undefined}
        onLogOut={async () => undefined}
      />
    </PreferencesContext>,
  )
  return [...html.matchAll(/<button class="button[^>]*>([^<]+)</g)].map(([, name]) => name)
}

it('who must change the password first can log out, who chose to change it can go back', () => {
  expect(buttons(true)).toEqual(['Change password', 'Log out'])
  expect(buttons(false)).toEqual(['Change password', 'Back'])
})
