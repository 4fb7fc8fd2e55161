import { useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { Suspense, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { useFailureToast } from '#app-context/use-failure-toast.ts'
import { mergeVendor } from '#commands/vendors.ts'
import type { VendorRow } from '#data/rows.ts'
import { listVendors, searchVendors } from '#data/vendors.ts'
import { Icon } from '#ui/icon.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'

const ConfirmDialog = lazyComponent(async () => (await import('#ui/confirm-dialog.tsx')).ConfirmDialog)

const SHOWN = 6

type Props = {
  /** The record that goes. */
  readonly vendor: VendorRow
  readonly onMerged: () => void
}

/** Merges this record with another one of the same vendor: the person chooses the one that stays, and confirms. */
export function MergePart({ vendor, onMerged }: Props) {
  const { t } = useLingui()
  const { account, commands, db } = useAppContext()
  const toast = useToasts((state) => state.show)
  const showFailure = useFailureToast()
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const [stays, setStays] = useState<VendorRow>()
  const [busy, run] = useAction()
  const found = useLiveQuery(async () => {
    const rows = await (text.trim() === '' ? listVendors(db, SHOWN + 1) : searchVendors(db, text, SHOWN + 1))
    return rows.filter(({ id, active }) => active && id !== vendor.id).slice(0, SHOWN)
  }, [db, text, vendor.id])
  const merge = async (staysId: string) => {
    const result = await mergeVendor(account, commands, { goesId: vendor.id, staysId })
    setStays(undefined)
    if (result.ok) {
      toast({ tone: 'good', text: t`Vendors merged` })
      onMerged()
      return
    }
    showFailure(result.refusals[0]?.code ?? 'UNEXPECTED')
  }
  if (!isOpen) {
    return (
      <Button
        variant="default"
        leftSection={<Icon name="people" size={18} />}
        onClick={() => setIsOpen(true)}
        fullWidth
      >
        {t`Merge with another vendor`}
      </Button>
    )
  }
  const { name } = vendor
  const other = stays?.name ?? ''
  return (
    <section className="card stack" aria-label={t`Merge with another vendor`}>
      <TextInput
        label={t`Which vendor is the same as ${name}?`}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autoComplete="off"
      />
      {found?.length === 0 ? <p className="dim">{t`No other vendor was found`}</p> : null}
      {found?.map((row) => (
        <Button key={row.id} variant="light" onClick={() => setStays(row)} fullWidth>
          {[row.name, row.taxNumber].filter(Boolean).join(' · ')}
        </Button>
      ))}
      {stays ? (
        <Suspense>
          <ConfirmDialog
            title={t`Merge these vendors?`}
            opened
            busy={busy}
            confirmLabel={t`Merge`}
            onConfirm={() => void run(() => merge(stays.id))}
            onClose={() => setStays(undefined)}
          >
            <p>{t`${other} stays and takes the details it lacks. ${name} is not offered any more, and reports count its expenses for ${other}.`}</p>
          </ConfirmDialog>
        </Suspense>
      ) : null}
    </section>
  )
}
