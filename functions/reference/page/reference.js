// Starts Swagger UI on this API's own document. All addresses are relative to the page, which may be
// served below the path of a stage.
'use strict';

const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** Fills in a fresh Idempotency-Key in the visible field, so that the operator can reuse it. */
function freshKeys({ React }) {
  const parameterRow = (Row) =>
    function ParameterRow(props) {
      const { rawParam, pathMethod, specSelectors, onChange, isExecute } = props;
      const isKey = rawParam.get('name') === IDEMPOTENCY_KEY && rawParam.get('in') === 'header';
      const given = specSelectors.parameterWithMetaByIdentity(pathMethod, rawParam).get('value');
      const isMissing = isKey && isExecute && !given;
      React.useEffect(() => {
        if (isMissing) onChange(rawParam, crypto.randomUUID(), false);
      }, [isMissing]);
      const row = React.createElement(Row, props);
      return isKey && isExecute ? React.createElement(React.Fragment, null, row, hint) : row;
    };
  const hint = React.createElement(
    'tr',
    null,
    React.createElement(
      'td',
      { className: 'fresh-key', colSpan: 2 },
      'Filled in for you. Requests with the same key take effect once; clear the field for a new key.',
    ),
  );
  return { wrapComponents: { parameterRow } };
}

/** What Swagger UI leaves without a name, a role or a level for those who hear the page, or use no mouse. */
const SPOKEN = {
  '.information-container': { role: 'region', 'aria-label': 'About this API' },
  '.scheme-container': { role: 'region', 'aria-label': 'Server and authorization' },
  '#servers': { 'aria-label': 'Server' },
  '.opblock-tag, .models > h4, .modal-ux-header h3': { 'aria-level': '2' },
  '.opblock-title, .responses-wrapper h4, .auth-container h4': { 'aria-level': '3' },
  '.scopes h2': { 'aria-level': '4' },
  '.responses-table': { 'aria-label': (table) => table.id.replaceAll('_', ' ') },
  '.parameters-col_description select': {
    'aria-label': (select) => select.closest('tr').dataset.paramName,
  },
  '.examples-select-element': { 'aria-label': 'Example' },
  '.body-param__text': { 'aria-label': 'Body' },
  '.microlight': { tabindex: '0' },
  '.close-modal': { 'aria-label': 'Close' },
  '[aria-label="Apply credentials"]': { 'aria-label': 'Authorize' },
};

/** Describes the parts that the page shows, now and whenever it shows others. */
function describeParts() {
  for (const [selector, attributes] of Object.entries(SPOKEN)) {
    for (const part of document.querySelectorAll(selector)) {
      for (const [name, value] of Object.entries(attributes)) {
        part.setAttribute(name, typeof value === 'function' ? value(part) : value);
      }
    }
  }
}
new MutationObserver(describeParts).observe(document.body, { childList: true, subtree: true });

/** Within the button of an operation, which changes the address itself, a link could not be told from the button. */
function plainSummaries({ React }) {
  const DeepLink = (Link) =>
    function SummaryText(props) {
      const isOperation = props.path.includes('/');
      return isOperation
        ? React.createElement('span', null, props.text)
        : React.createElement(Link, props);
    };
  return { wrapComponents: { DeepLink } };
}

const ADDRESS = new URL('openapi.json', location.href).href;

/**
 * The page is at the address of the API also behind a proxy, of whose address the document does not know. Its policy lets
 * it call no other one.
 */
function serveFromHere(answer) {
  if (answer.url !== ADDRESS || !answer.ok) return answer;
  const document = JSON.parse(answer.text);
  document.servers = [{ url: new URL('.', ADDRESS).href.replace(/\/$/, '') }];
  return { ...answer, text: JSON.stringify(document) };
}

const ui = SwaggerUIBundle({
  url: ADDRESS,
  responseInterceptor: serveFromHere,
  domNode: document.getElementById('reference'),
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [freshKeys, plainSummaries],
  layout: 'BaseLayout',
  deepLinking: true,
  displayOperationId: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  // No external validator sees the document, and query parameters cannot replace it.
  validatorUrl: null,
  queryConfigEnabled: false,
  oauth2RedirectUrl: new URL('docs/oauth2-redirect.html', location.href).href,
  onComplete: prepareSignIn,
});

function prepareSignIn() {
  const scheme = ui.specSelectors.specJson().getIn(['components', 'securitySchemes', 'operator']);
  if (!scheme) return;
  ui.initOAuth({
    clientId: scheme.get('x-client-id'),
    scopes: [...scheme.getIn(['flows', 'authorizationCode', 'scopes']).keys()],
    usePkceWithAuthorizationCodeGrant: true,
  });
}
