import * as v from 'valibot'

/** The variable of the frame around `/companies`, for the schema of the whole environment. */
export const layoutVariables = {
  LAYOUT_COMPANIES: v.optional(
    v.picklist(['auto', 'admin', 'organization'], 'LAYOUT_COMPANIES must be auto, admin or organization'),
    'auto',
  ),
}
