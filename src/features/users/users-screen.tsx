import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { useRoleName } from '#app-context/use-role-name.ts'
import { type OneTimePassword, PasswordSheet } from '#blocks/accounts/password-sheet.tsx'
import { listSearchParams, pageInput } from '#blocks/server-list/list-query.ts'
import { ServerList } from '#blocks/server-list/server-list.tsx'
import { useListQuery } from '#blocks/server-list/use-list-query.ts'
import { USER_FILTERS, USER_SORTS } from '#contract/users.ts'
import { managedTypes } from '#domain/permissions/manage-users.ts'
import { USER_TYPES, type UserType } from '#domain/users/user.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { NewUserForm } from './new-user-form.tsx'
import { UserPage } from './user-page.tsx'
import { UserPill } from './user-pill.tsx'

const LISTED_TYPES: Readonly<Record<'operators' | 'users', readonly UserType[]>> = {
  operators: ['operator', 'company_owner'],
  users: USER_TYPES,
}

/** The user type that a list is filtered by; `undefined` for all. */
function listedType(kind: 'operators' | 'users', chosen: string | undefined): UserType | undefined {
  return (
    LISTED_TYPES[kind].find((known) => known === chosen) ?? (kind === 'operators' ? 'operator' : undefined)
  )
}

/** Operators: the accounts of a company (spec §2: /operators, /operator). */
export function OperatorsScreen() {
  return <AccountList kind="operators" />
}

/** Accounts of every kind (spec §2: /users). */
export function UsersScreen() {
  return <AccountList kind="users" />
}

/** The accounts that the caller may see, by the server's scope; the address says which and in which order. */
function AccountList({ kind }: { readonly kind: 'operators' | 'users' }) {
  const { t } = useLingui()
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const onGo = (next: Record<string, string>, replace: boolean) =>
    void navigate({ to: '.', search: next, replace })
  const roleName = useRoleName()
  const { call, session } = useAppContext()
  const [password, setPassword] = useState<OneTimePassword | null>(null)
  const query = useListQuery(search)
  const { id: openId, company } = search
  const types = LISTED_TYPES[kind]
  const ofOwner = session.user.user_type === 'company_owner'
  const userType = listedType(kind, search['type'])
  const load = useCallback(
    async () =>
      loadedFrom(
        await call('users.list', {
          ...pageInput(query, USER_SORTS, USER_FILTERS),
          ...(userType === undefined ? {} : { userType }),
          ...(company === undefined ? {} : { companyId: company }),
        }),
      ),
    [call, query, userType, company],
  )
  const narrowed: Record<string, string> = {
    ...(search['type'] === undefined ? {} : { type: search['type'] }),
    ...(company === undefined ? {} : { company }),
  }
  const back = () => onGo({ ...listSearchParams(query), ...narrowed }, false)
  const open = (id: string, replace = false) => onGo({ ...listSearchParams(query), ...narrowed, id }, replace)
  const title = kind === 'operators' ? t`Operators` : t`Users`
  const manages = managedTypes(session.user.user_type).length > 0
  const passwordSheet = password ? (
    <PasswordSheet oneTime={password} onClose={() => setPassword(null)} />
  ) : null
  if (openId !== undefined && openId !== 'new') {
    return (
      <>
        <UserPage key={openId} id={openId} backLabel={title} onBack={back} onPassword={setPassword} />
        {passwordSheet}
      </>
    )
  }
  return (
    <>
      <ServerList
        title={title}
        searchLabel={t`Search by name, username, email or phone`}
        query={query}
        narrowedBy={narrowed}
        onQuery={(next) => onGo({ ...listSearchParams(next), ...narrowed }, true)}
        load={load}
        sorts={[
          { value: 'name', label: t`Name, A to Z` },
          { value: '-name', label: t`Name, Z to A` },
          { value: 'username', label: t`Username` },
          { value: 'company', label: t`Company` },
          { value: '-entranceAt', label: t`Newest first` },
        ]}
        filters={[
          { value: '', label: t({ context: 'list of users', message: 'All' }) },
          { value: 'active', label: t({ context: 'list of users', message: 'Active' }) },
          { value: 'inactive', label: t({ context: 'list of users', message: 'Inactive' }) },
          { value: 'blocked', label: t({ context: 'list of users', message: 'Blocked' }) },
        ]}
        nameTitle={t`Name`}
        nameOf={({ firstName, lastName }) => `${firstName} ${lastName}`}
        columns={[
          { title: t`Username`, cell: ({ username }) => username },
          ...(kind === 'users'
            ? [
                {
                  title: t`User type`,
                  cell: (user: { userType: (typeof USER_TYPES)[number] }) => roleName(user.userType),
                },
              ]
            : []),
          ...(ofOwner
            ? []
            : [
                {
                  title: t`Company`,
                  cell: (user: { company: { name: string } | null }) => user.company?.name ?? '–',
                },
              ]),
          { title: t`Status`, cell: (user) => <UserPill user={user} /> },
        ]}
        onOpen={({ id }) => open(id)}
        add={
          manages ? { label: ofOwner ? t`New operator` : t`New user`, onClick: () => open('new') } : undefined
        }
        empty={
          <EmptyState icon="people" title={t`No operators yet`}>
            {t`An operator sells for your company with an account of their own.`}
          </EmptyState>
        }
      >
        {ofOwner && kind === 'operators' ? null : (
          <NativeSelect
            label={t`User type`}
            value={userType ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onGo(
                {
                  ...listSearchParams({ ...query, page: 1 }),
                  ...(company === undefined ? {} : { company }),
                  ...(value === '' ? {} : { type: value }),
                },
                true,
              )
            }
            data={[
              ...(kind === 'users'
                ? [{ value: '', label: t({ context: 'list of users', message: 'All' }) }]
                : []),
              ...types.map((type) => ({ value: type, label: roleName(type) })),
            ]}
          />
        )}
      </ServerList>
      <Sheet
        title={ofOwner ? t`New operator` : t`New user`}
        opened={openId === 'new' && manages}
        onClose={back}
      >
        <NewUserForm
          onCreated={({ user, password, mailed }) => {
            setPassword({
              name: `${user.firstName} ${user.lastName}`,
              ...{ username: user.username, password, mailed },
            })
            open(user.id, true)
          }}
        />
      </Sheet>
      {passwordSheet}
    </>
  )
}
