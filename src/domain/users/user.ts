/** The four user types (spec §6). `platform_admin` has `isAdmin` in the stored user. */
export const USER_TYPES = ['platform_admin', 'organization_admin', 'company_owner', 'operator'] as const
export type UserType = (typeof USER_TYPES)[number]

export const USER_STATUSES = ['active', 'inactive', 'blocked'] as const
export type UserStatus = (typeof USER_STATUSES)[number]

/** The user in a permission decision. */
export type Actor = {
  readonly userId: string
  readonly userType: UserType
  /** The user's company; `null` for platform and organization admins. */
  readonly companyId: string | null
  readonly organizationId: string | null
}

/** The current user as the screens know it and as local storage keeps it (spec §3). */
export type CurrentUser = {
  readonly id: string
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly user_type: UserType
  readonly company_id: string | null
  readonly organization_id: string | null
  readonly language: 'en' | 'sw'
  readonly isAdmin: boolean
}
