// What the publisher sends to: an event bus, and a state machine that ends at once.
export const BUS = 'events';
export const MACHINE = 'arn:aws:states:us-east-1:000000000000:stateMachine:machine';
export const PUBLISHER_RESOURCES = {
  Machine: {
    Type: 'AWS::StepFunctions::StateMachine',
    Properties: {
      StateMachineName: 'machine',
      RoleArn: 'arn:aws:iam::000000000000:role/none',
      DefinitionString: JSON.stringify({
        StartAt: 'Done',
        States: { Done: { Type: 'Pass', End: true } },
      }),
    },
  },
  Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: BUS } },
};
