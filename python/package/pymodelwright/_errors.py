"""The exceptions and warnings of pymodelwright, which carry problems."""


class Error(Exception):
    """A document, a metamodel or a request has problems that prevent a result.

    ``problems`` has all of them; the text of the exception shows one in each line.
    """

    def __init__(self, problems):
        super().__init__(problems)
        self.problems = problems

    def __str__(self):
        return str(self.problems)


class EditError(Error, ValueError):
    """A model rejects an edit; it is unchanged."""


class ProblemWarning(UserWarning):
    """A problem that does not prevent a result, such as content that a format cannot express."""

    def __init__(self, problem):
        super().__init__(problem)
        self.problem = problem

    def __str__(self):
        return str(self.problem)


class ProblemNote(ProblemWarning):
    """A note: nothing is wrong with the input."""


# The public names, which messages and pickled exceptions show.
Error.__module__ = EditError.__module__ = "pymodelwright"
ProblemWarning.__module__ = ProblemNote.__module__ = "pymodelwright"
