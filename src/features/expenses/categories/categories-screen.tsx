import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { CatalogueList } from '#blocks/catalogue-list/catalogue-list.tsx'
import { CATEGORY_NAMES } from '#blocks/expense-category/category-names.ts'
import { NoCompany } from '#blocks/no-company.tsx'
import { RecordSheet } from '#blocks/record-form/record-sheet.tsx'
import { saveCategory } from '#commands/categories.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { findCategory } from '#data/categories.ts'
import { defaultCodeOf } from '#domain/categories/category.ts'
import type { CategoryForm as Fields } from '#domain/categories/check-category.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { ActivePart } from '../active-part.tsx'
import { NotFoundNotice } from '../not-found-notice.tsx'
import { useOpenedRecord } from '../use-opened-record.ts'
import { CategoryForm } from './category-form.tsx'
import { useCategories } from './use-categories.ts'

const NEW: Fields = { name: '', code: '', description: '' }

async function findId(db: AccountDatabase, id: string): Promise<string | undefined> {
  return (await findCategory(db, id))?.id
}

type Props = {
  /** A category to open at once, for mending what the server refused. */
  readonly openId?: string | undefined
  readonly onClosed: () => void
}

/** What the company calls what it spends: the categories of a usual shop, and its own. Works without a network. */
export function CategoriesScreen({ openId, onClosed }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { account, commands, company } = useAppContext()
  const toast = useToasts((state) => state.show)
  const [text, setText] = useState('')
  const [opened, open] = useOpenedRecord('category', openId, findId)
  const categories = useCategories()
  if (company === null) {
    return (
      <NoCompany icon="cash">{t`Your account is not linked to a company, so there are no expenses.`}</NoCompany>
    )
  }
  const searched = text.trim().toLocaleLowerCase()
  const shown = categories?.filter(({ shownName, code }) =>
    `${shownName} ${code}`.toLocaleLowerCase().includes(searched),
  )
  const edited = categories?.find(({ id }) => id === opened?.row)
  const defaultCode = edited && defaultCodeOf(company.id, edited.id)
  const close = () => {
    open(undefined)
    if (openId !== undefined) onClosed()
  }
  const save = async (form: Fields, onSaved: () => void, active?: boolean) => {
    const result = await saveCategory(account, commands, {
      form,
      ...(edited ? { categoryId: edited.id } : {}),
      ...(active === undefined ? {} : { active }),
    })
    if (!result.ok) return result.refusals
    onSaved()
    const done = active ? t`Category activated` : t`Category inactivated`
    toast({ tone: 'good', text: active === undefined ? t`Category saved` : done })
    return []
  }
  const setActive = async (active: boolean, onSwitched: () => void) => {
    const [refusal] = edited ? await save(edited, onSwitched, active) : []
    if (refusal) toast({ tone: 'bad', code: refusal.code, text: translate(errorMessage(refusal.code)) })
  }
  return (
    <>
      <CatalogueList
        title={t`Expense categories`}
        addLabel={t`New category`}
        searchLabel={t`Search by name or code`}
        text={text}
        onText={setText}
        entries={shown?.map(({ id, shownName, code, description, active, pending }) => ({
          id,
          name: shownName,
          detail: [code, description].filter(Boolean).join(' · '),
          end: '',
          pending,
          inactive: !active,
        }))}
        onAdd={() => open('new')}
        onOpen={open}
        empty={null}
        tools={
          // A default category that was never changed is not stored.
          openId === undefined || defaultCodeOf(company.id, openId) ? undefined : (
            <NotFoundNotice code="CATEGORY_NOT_FOUND" id={openId} find={findId} />
          )
        }
        onMore={undefined}
      />
      <RecordSheet
        title={edited ? t`Category details` : t`New category`}
        opened={opened !== undefined}
        onClose={close}
      >
        {({ onUnsaved, leave }) => (
          <div className="stack">
            <CategoryForm
              key={edited?.id ?? 'new'}
              initial={edited ?? NEW}
              defaultCode={defaultCode}
              usualName={defaultCode ? translate(CATEGORY_NAMES[defaultCode]) : ''}
              serverRefusals={opened?.refused ?? []}
              onSave={(form) => save(form, close)}
              onUnsaved={onUnsaved}
            />
            {edited ? (
              <ActivePart
                active={edited.active}
                explanation={
                  edited.active
                    ? t`An inactive category is not offered for new expenses. Expenses recorded before keep it.`
                    : t`The category will be offered for new expenses again.`
                }
                onChange={(active) => setActive(active, leave)}
              />
            ) : null}
          </div>
        )}
      </RecordSheet>
    </>
  )
}
