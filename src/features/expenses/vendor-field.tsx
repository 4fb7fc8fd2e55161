import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { listRecentVendors } from '#data/expenses.ts'
import type { VendorRow } from '#data/rows.ts'
import { findSeller, listVendors } from '#data/vendors.ts'
import type { QuickExpenseForm } from '#domain/expenses/quick-expense-form.ts'
import { bareNumber } from '#domain/identity/bare-number.ts'
import { Switch } from '#ui/switch/switch.tsx'

const OFFERED = 200

/** The vendors of the company, and others of the latest expenses. */
async function listOffered(db: AccountDatabase) {
  const kept = (await listVendors(db, { limit: OFFERED })).filter(({ active }) => active)
  const names = new Set(kept.map(({ name }) => name))
  const recent = (await listRecentVendors(db, 30)).filter(({ name }) => !names.has(name))
  return { kept, names: [...names, ...recent.map(({ name }) => name)], recent }
}

type OfferedVendors = Awaited<ReturnType<typeof listOffered>>

type Props = {
  readonly form: QuickExpenseForm
  readonly onChange: (changed: Partial<QuickExpenseForm>) => void
  readonly description: string | undefined
  readonly error: ReactNode
}

function fieldsOf({ id, name, taxNumber, foreign, vatNumber, phone, serial }: VendorRow) {
  return {
    vendorId: id,
    vendorName: name,
    vendorTaxNumber: taxNumber,
    vendorForeign: foreign,
    vendorRest: { vatNumber, phone, serial },
  }
}

/**
 * Who was paid: one of the company's vendors, known by name or by the tax number of a scanned receipt, or a new one,
 * which is kept for the next expense if the person wants it.
 */
export function VendorField({ form, onChange, description, error }: Props) {
  const { t } = useLingui()
  const { db } = useAppContext()
  const list = useId()
  const { vendorId, vendorName, vendorTaxNumber } = form
  const [vendors, setVendors] = useState<OfferedVendors>()
  useEffect(() => {
    let current = true
    // Not live: read again with the expense that is saved, it would hold up the list that opens then.
    const offer = async () => {
      const offered = await listOffered(db)
      if (current) setVendors(offered)
    }
    offer().catch(() => undefined)
    return () => {
      current = false
    }
  }, [db])
  const taxNumber = bareNumber(vendorTaxNumber)
  const byNumber = useLiveQuery(
    async () => (taxNumber === '' ? undefined : await findSeller(db, { taxNumber, serial: '' })),
    [db, taxNumber],
  )
  // A receipt brings the number of a vendor the company knows already.
  const recognize = useEffectEvent((vendor: VendorRow) => {
    if (vendorId === undefined) onChange({ ...fieldsOf(vendor), vendorName: vendorName || vendor.name })
  })
  useEffect(() => {
    if (byNumber) recognize(byNumber)
  }, [byNumber])
  const writeName = (name: string) => {
    const kept = vendors?.kept.find((vendor) => vendor.name === name)
    if (kept) {
      onChange(fieldsOf(kept))
      return
    }
    const recent = vendors?.recent.find((vendor) => vendor.name === name)
    const rest = recent ? { vendorTaxNumber: recent.taxNumber } : {}
    onChange({ vendorName: name, vendorId: undefined, vendorForeign: undefined, ...rest })
  }
  const isNew = vendorId === undefined && vendorName.trim() !== ''
  return (
    <>
      <TextInput
        label={t`Vendor`}
        description={description ?? t`Who was paid. Optional`}
        value={vendorName}
        onChange={(event) => writeName(event.currentTarget.value)}
        error={error}
        list={list}
        autoComplete="off"
      />
      <datalist id={list}>
        {vendors?.names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {isNew ? (
        <Switch
          label={t`Save as a vendor for next time`}
          on={form.savesVendor ?? form.seller !== undefined}
          onChange={(savesVendor) => onChange({ savesVendor })}
        />
      ) : null}
    </>
  )
}
