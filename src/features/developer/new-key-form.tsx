import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { useServerForm } from '#app-context/use-server-form.ts'
import { ServerFormFrame } from '#blocks/server-form/server-form-frame.tsx'
import { API_SCOPES, type ApiKeyMode, type ApiScope, checkApiKey } from '#domain/api-keys/api-key.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { usePorts } from '#ui/ports.ts'
import { Switch } from '#ui/switch/switch.tsx'
import { SCOPE_WORDS } from './call-words.ts'
import { createFormIds } from './form-ids.ts'

type Form = { readonly name: string; readonly scopes: readonly ApiScope[]; readonly mode: ApiKeyMode }

function check(form: Form): Result<Form, string> {
  const refusals = checkApiKey(form)
  return refusals.length > 0 ? refuse(refusals) : ok(form)
}

/** The form of a new key: what it is for, whether it is for tests, and what it may do. */
export function NewKeyForm(props: {
  /** Whether the server has sandboxes, in which keys for tests work. */
  readonly sandbox: boolean
  readonly onMade: (made: { readonly name: string; readonly key: string }) => void
}) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { call } = useAppContext()
  const { newId } = usePorts()
  const [idOf] = useState(() => createFormIds(newId))
  const making = useServerForm<Form, Form, { readonly key: string }>({
    // A mistake with a test key costs nothing, so that is what a new key is at first.
    initial: { name: '', scopes: API_SCOPES, mode: props.sandbox ? 'test' : 'live' },
    check,
    send: (form) => {
      const { name, scopes, mode } = form
      return call('api-keys.create', { id: idOf(form), name, scopes: [...scopes], mode })
    },
    onDone: ({ key }, { name }) => props.onMade({ name, key }),
  })
  const { scopes } = making.form
  const refused = making.errorAt('scopes')
  return (
    <ServerFormFrame of={making} action={t`Make the key`}>
      <TextInput
        label={t({ context: 'of an API key', message: 'Name' })}
        description={t`What uses it, for example: online shop`}
        withAsterisk
        {...making.textField('name')}
      />
      {props.sandbox ? (
        <NativeSelect
          label={t`Test or live`}
          description={
            making.form.mode === 'test'
              ? t`Works in a sandbox of its own: nothing of it counts or is in your books.`
              : t`Issues receipts in the name of your company.`
          }
          value={making.form.mode}
          onChange={({ currentTarget: { value } }) =>
            making.change({ mode: value === 'live' ? 'live' : 'test' })
          }
          data={[
            { value: 'test', label: t`Test` },
            { value: 'live', label: t`Live` },
          ]}
        />
      ) : null}
      {API_SCOPES.map((scope) => (
        <Switch
          key={scope}
          label={translate(SCOPE_WORDS[scope])}
          on={scopes.includes(scope)}
          onChange={(on) =>
            making.change({
              scopes: API_SCOPES.filter((known) => (known === scope ? on : scopes.includes(known))),
            })
          }
        />
      ))}
      {refused === undefined ? null : (
        <p className="field-error" role="alert">
          {refused}
        </p>
      )}
    </ServerFormFrame>
  )
}
