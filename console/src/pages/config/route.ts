import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { PageData, PageParent } from '../../routing/page-data.ts';
import { rootRoute } from '../../routing/root-route.ts';
import { checkSearch, isOneOf, isText } from '../../routing/search-parameters.ts';
import { configText } from './messages.ts';

const isVersion = (text: string): text is string => /^[1-9]\d{0,8}$/.test(text);

const configPage: PageParent = { title: () => configText('title'), path: '/config' };

function describePage(
  title: Parameters<typeof configText>[0],
  parents: PageData['parents'],
  permissions: PageData['permissions'] = ['finance.read'],
) {
  return { page: { title: () => configText(title), permissions, parents } } as const;
}

const WRITERS_AND_READERS = ['finance.read', 'configuration.write', 'audit.read'] as const;

const configStartRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/config',
  staticData: {
    page: {
      title: () => configText('title'),
      permissions: ['finance.read', 'configuration.write', 'audit.read'],
      parents: [],
    },
  },
  component: lazyRouteComponent(() => import('./config-start-page.tsx'), 'ConfigStartPage'),
});

const productsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/config/products',
  validateSearch: checkSearch({ form: isOneOf(['new', 'template']) }),
  staticData: describePage('products', [configPage]),
  component: lazyRouteComponent(() => import('./products/products-page.tsx'), 'ProductsPage'),
});

const productRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/config/products/$productId',
  validateSearch: checkSearch({ v: isVersion, form: isOneOf(['edit']) }),
  staticData: describePage('product', [
    configPage,
    { title: () => configText('products'), path: '/config/products' },
  ]),
  component: lazyRouteComponent(() => import('./products/product-page.tsx'), 'ProductPage'),
});

const rulesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/config/rules',
  validateSearch: checkSearch({ product: isText(128), form: isOneOf(['new', 'defaults']) }),
  staticData: describePage('rules', [configPage]),
  component: lazyRouteComponent(() => import('./rules/rules-page.tsx'), 'RulesPage'),
});

const ruleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/config/rules/$ruleId',
  validateSearch: checkSearch({
    product: isText(128),
    v: isVersion,
    form: isOneOf(['edit', 'delete']),
  }),
  staticData: describePage('rule', [
    configPage,
    { title: () => configText('rules'), path: '/config/rules' },
  ]),
  component: lazyRouteComponent(() => import('./rules/rule-page.tsx'), 'RulePage'),
});

const controlsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/config/controls',
  validateSearch: checkSearch({ v: isVersion, form: isOneOf(['edit']) }),
  staticData: {
    page: {
      title: () => configText('controls'),
      permissions: ['finance.read', 'configuration.write', 'audit.read'],
      parents: [configPage],
    },
  },
  component: lazyRouteComponent(() => import('./controls/controls-page.tsx'), 'ControlsPage'),
});

const schemasRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/config/schemas',
  validateSearch: checkSearch({ form: isOneOf(['new', 'preset']) }),
  staticData: describePage('schemas', [configPage]),
  component: lazyRouteComponent(() => import('./schemas/schemas-page.tsx'), 'SchemasPage'),
});

const schemaRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/config/schemas/$schemaId',
  validateSearch: checkSearch({ v: isVersion, form: isOneOf(['edit']) }),
  staticData: describePage('schema', [
    configPage,
    { title: () => configText('schemas'), path: '/config/schemas' },
  ]),
  component: lazyRouteComponent(() => import('./schemas/schema-page.tsx'), 'SchemaPage'),
});

const workflowsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/config/workflows',
  validateSearch: checkSearch({
    trigger: isText(101),
    form: isOneOf(['new', 'monthly-fee', 'loan-approval']),
  }),
  staticData: describePage('workflows', [configPage]),
  component: lazyRouteComponent(() => import('./workflows/workflows-page.tsx'), 'WorkflowsPage'),
});

const workflowRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/config/workflows/$workflowId',
  validateSearch: checkSearch({ v: isVersion }),
  staticData: describePage('workflow', [
    configPage,
    { title: () => configText('workflows'), path: '/config/workflows' },
  ]),
  component: lazyRouteComponent(() => import('./workflows/workflow-page.tsx'), 'WorkflowPage'),
});

const templatesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/config/templates',
  validateSearch: checkSearch({ form: isOneOf(['new']) }),
  staticData: describePage('templates', [configPage]),
  component: lazyRouteComponent(() => import('./templates/templates-page.tsx'), 'TemplatesPage'),
});

const templateRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/config/templates/$templateId',
  validateSearch: checkSearch({ form: isOneOf(['edit', 'delete']) }),
  staticData: describePage('template', [
    configPage,
    { title: () => configText('templates'), path: '/config/templates' },
  ]),
  component: lazyRouteComponent(() => import('./templates/template-page.tsx'), 'TemplatePage'),
});

const chartAccountsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/config/chart',
  validateSearch: checkSearch({ form: isOneOf(['new']) }),
  staticData: describePage('chart', [configPage], WRITERS_AND_READERS),
  component: lazyRouteComponent(
    () => import('./chart/chart-accounts-page.tsx'),
    'ChartAccountsPage',
  ),
});

const chartAccountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/config/chart/$code',
  validateSearch: checkSearch({ v: isVersion, form: isOneOf(['edit']) }),
  staticData: describePage(
    'chartAccount',
    [configPage, { title: () => configText('chart'), path: '/config/chart' }],
    WRITERS_AND_READERS,
  ),
  component: lazyRouteComponent(() => import('./chart/chart-account-page.tsx'), 'ChartAccountPage'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/config/webhooks',
  validateSearch: checkSearch({ form: isOneOf(['new']) }),
  staticData: describePage('webhooks', [configPage], WRITERS_AND_READERS),
  component: lazyRouteComponent(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const webhookRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/config/webhooks/$webhookId',
  validateSearch: checkSearch({
    state: isOneOf(['PENDING', 'DELIVERED', 'DEAD']),
    event: isText(64),
    form: isOneOf(['edit', 'delete', 'secret', 'rotation', 'test', 'redrive', 'redrive-event']),
  }),
  staticData: describePage(
    'webhook',
    [configPage, { title: () => configText('webhooks'), path: '/config/webhooks' }],
    WRITERS_AND_READERS,
  ),
  component: lazyRouteComponent(() => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
});

export const configRoutes = [
  configStartRoute,
  productsRoute,
  productRoute,
  rulesRoute,
  ruleRoute,
  controlsRoute,
  schemasRoute,
  schemaRoute,
  workflowsRoute,
  workflowRoute,
  templatesRoute,
  templateRoute,
  chartAccountsRoute,
  chartAccountRoute,
  webhooksRoute,
  webhookRoute,
] as const;
