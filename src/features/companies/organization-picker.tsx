import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type ReactNode, useCallback, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { SearchField } from '#blocks/pickers/search-field.tsx'
import { ServerFailure } from '#blocks/server-list/server-failure.tsx'
import { useDebounced } from '#blocks/server-list/use-debounced.ts'
import { useServerAnswer } from '#blocks/server-list/use-server-answer.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'

type Chosen = { readonly id: string; readonly name: string }

type Props = {
  readonly chosen: Chosen | undefined
  readonly onChoose: (organization: Chosen) => void
  readonly error: ReactNode
}

/** Chooses one of the organizations that this person manages, found by its name. */
export function OrganizationPicker({ chosen, onChoose, error }: Props) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <div>
      <span className="small">
        {t`Organization`} <span aria-hidden="true">*</span>
      </span>
      <Button
        variant="default"
        fullWidth
        onClick={() => setOpen(true)}
        {...(error === undefined ? {} : { 'data-refused': 'true', 'aria-describedby': 'organization-error' })}
      >
        {chosen?.name ?? t`Choose an organization`}
      </Button>
      {error === undefined ? null : (
        <p className="field-error" id="organization-error" role="alert">
          {error}
        </p>
      )}
      <Sheet title={t`Choose an organization`} opened={open} onClose={() => setOpen(false)}>
        <Choices
          onChoose={(organization) => {
            onChoose(organization)
            setOpen(false)
          }}
        />
      </Sheet>
    </div>
  )
}

function Choices({ onChoose }: Pick<Props, 'onChoose'>) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const [text, setText] = useState('')
  const search = useDebounced(text).trim()
  const load = useCallback(
    async () =>
      loadedFrom(
        await call('organizations.list', { filter: 'active', ...(search === '' ? {} : { search }) }),
      ),
    [call, search],
  )
  const { value, loading, failure, reload } = useServerAnswer(load)
  return (
    <div className="stack" aria-busy={loading}>
      <SearchField value={text} onChange={setText} label={t`Search by name, owner or phone`} autoFocus />
      {failure === undefined ? null : (
        <ServerFailure code={failure} onRetry={reload} above={value !== undefined} />
      )}
      {value?.rows.map(({ id, name }) => (
        <Button key={id} variant="default" fullWidth onClick={() => onChoose({ id, name })}>
          {name}
        </Button>
      ))}
      {value?.rows.length === 0 ? <p className="dim">{t`No results`}</p> : null}
    </div>
  )
}
